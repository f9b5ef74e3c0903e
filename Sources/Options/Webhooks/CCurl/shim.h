// Wrappers for libcurl. Its functions for options and information are variadic, so Swift can't call them.

#include <curl/curl.h>
#include <string.h>

#ifndef USHER_CURL_SHIM_H
#define USHER_CURL_SHIM_H

/// Initializes libcurl, and must be called once, before any other function.
static inline CURLcode
usher_curl_initialize (void)
{
  return curl_global_init (CURL_GLOBAL_DEFAULT);
}

/// Counts the received bytes down and ends the transfer when more arrive than are left.
static size_t
usher_curl_discard (char *bytes, size_t size, size_t count, void *left)
{
  size_t received = size * count;
  (void) bytes;
  if (received > *(size_t *) left)
    return 0;
  *(size_t *) left -= received;
  return received;
}

/// The limits of a request.
struct usher_curl_limits
{
  long connect_milliseconds;
  long milliseconds;
  /// The number of bytes of the response to read, including its header.
  size_t response_bytes;
};

/// The outcome of a request.
struct usher_curl_outcome
{
  CURLcode code;
  /// The status of the response, or 0 if none was received.
  long status;
  /// The number of bytes of the request that were sent.
  long sent_bytes;
};

/// Sets the options that all requests have, and returns the first failure.
static inline CURLcode
usher_curl_prepare (CURL *curl, const char *url, const struct curl_slist *fields, const char *authorities,
                    struct usher_curl_limits *limits, char *reason)
{
  reason[0] = 0;
  curl_easy_setopt (curl, CURLOPT_ERRORBUFFER, reason);
  // libcurl must not use signals in a process with threads.
  curl_easy_setopt (curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt (curl, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt (curl, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt (curl, CURLOPT_HTTP_VERSION, (long) CURL_HTTP_VERSION_1_1);
  curl_easy_setopt (curl, CURLOPT_SSL_VERIFYPEER, 1L);
  curl_easy_setopt (curl, CURLOPT_SSL_VERIFYHOST, 2L);
  curl_easy_setopt (curl, CURLOPT_SSLVERSION, (long) CURL_SSLVERSION_TLSv1_2);
  if (authorities)
    curl_easy_setopt (curl, CURLOPT_CAINFO, authorities);
  curl_easy_setopt (curl, CURLOPT_CONNECTTIMEOUT_MS, limits->connect_milliseconds);
  curl_easy_setopt (curl, CURLOPT_TIMEOUT_MS, limits->milliseconds);
  curl_easy_setopt (curl, CURLOPT_HEADERFUNCTION, usher_curl_discard);
  curl_easy_setopt (curl, CURLOPT_HEADERDATA, &limits->response_bytes);
  curl_easy_setopt (curl, CURLOPT_HTTPHEADER, fields);
  return curl_easy_setopt (curl, CURLOPT_URL, url);
}

/// Sends the request, ends the transfer, and returns the outcome.
static inline struct usher_curl_outcome
usher_curl_finish (CURL *curl, CURLcode code)
{
  struct usher_curl_outcome outcome = { code, 0, 0 };
  if (outcome.code == CURLE_OK)
    outcome.code = curl_easy_perform (curl);
  curl_easy_getinfo (curl, CURLINFO_RESPONSE_CODE, &outcome.status);
  curl_easy_getinfo (curl, CURLINFO_REQUEST_SIZE, &outcome.sent_bytes);
  curl_easy_cleanup (curl);
  return outcome;
}

/// The content of a response, with the memory for it, which belongs to the caller.
struct usher_curl_content
{
  unsigned char *bytes;
  size_t capacity;
  size_t count;
};

/// Adds received bytes to the content, and ends the transfer when there is no room for them.
static size_t
usher_curl_collect (char *bytes, size_t size, size_t count, void *context)
{
  struct usher_curl_content *content = context;
  size_t received = size * count;
  if (received > content->capacity - content->count)
    return 0;
  memcpy (content->bytes + content->count, bytes, received);
  content->count += received;
  return received;
}

/// Gets the content of a resource, and blocks the thread until then.
///
/// `authorities` is a file of certificates, or NULL for the certificates of the system, and `reason` has CURL_ERROR_SIZE bytes.
static inline struct usher_curl_outcome
usher_curl_get (const char *url, const struct curl_slist *fields, const char *authorities, struct usher_curl_limits limits,
                struct usher_curl_content *content, char *reason)
{
  CURL *curl = curl_easy_init ();
  if (! curl)
    return (struct usher_curl_outcome) { CURLE_OUT_OF_MEMORY, 0, 0 };
  CURLcode code = usher_curl_prepare (curl, url, fields, authorities, &limits, reason);
  curl_easy_setopt (curl, CURLOPT_WRITEFUNCTION, usher_curl_collect);
  curl_easy_setopt (curl, CURLOPT_WRITEDATA, content);
  return usher_curl_finish (curl, code);
}

/// Posts content and discards the content of the response, and blocks the thread until then.
///
/// `authorities` is a file of certificates, or NULL for the certificates of the system, and `reason` has CURL_ERROR_SIZE bytes.
static inline struct usher_curl_outcome
usher_curl_post (const char *url, const struct curl_slist *fields, const void *content, size_t count,
                 const char *authorities, struct usher_curl_limits limits, char *reason)
{
  CURL *curl = curl_easy_init ();
  if (! curl)
    return (struct usher_curl_outcome) { CURLE_OUT_OF_MEMORY, 0, 0 };
  CURLcode code = usher_curl_prepare (curl, url, fields, authorities, &limits, reason);
  curl_easy_setopt (curl, CURLOPT_WRITEFUNCTION, usher_curl_discard);
  curl_easy_setopt (curl, CURLOPT_WRITEDATA, &limits.response_bytes);
  curl_easy_setopt (curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t) count);
  curl_easy_setopt (curl, CURLOPT_POSTFIELDS, content);
  return usher_curl_finish (curl, code);
}

#endif
