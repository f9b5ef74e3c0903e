// Wrappers for C functions that Swift can't call: libmicrohttpd's variadic functions, and eventfd, which Swift's Glibc
// module leaves out.

#include <microhttpd.h>
#include <string.h>
#include <sys/eventfd.h>

#ifndef USHER_MICROHTTPD_SHIM_H
#define USHER_MICROHTTPD_SHIM_H

/// The callbacks of a daemon, each with `context` as its first argument.
struct usher_daemon_callbacks {
  void *context;
  MHD_AcceptPolicyCallback accept;
  MHD_AccessHandlerCallback handle;
  void *(*target) (void *context, const char *uri, struct MHD_Connection *connection);
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
  MHD_LogCallback log;
};

/// Starts a daemon without a thread of its own on a socket that listens already.
///
/// With `certificate`, a gnutls_certificate_retrieve_function2, it speaks TLS 1.2 and 1.3, and without one it speaks no TLS.
/// The list of suites is positive: ephemeral elliptic curves for the keys, and authenticated encryption. It leaves out RSA key
/// exchange, which has no forward secrecy, CBC, and finite-field Diffie-Hellman, with which a client can make the server
/// compute for each handshake (CVE-2002-20001).
static inline struct MHD_Daemon *
usher_start_daemon (int listening_socket,
                    void *certificate,
                    unsigned int connection_limit,
                    size_t connection_memory_limit,
                    const struct usher_daemon_callbacks *callbacks)
{
  struct MHD_OptionItem tls[] = {
    { MHD_OPTION_HTTPS_CERT_CALLBACK, 0, certificate },
    { MHD_OPTION_HTTPS_PRIORITIES, 0,
      "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-KX-ALL:+ECDHE-ECDSA:+ECDHE-RSA:"
      "-CIPHER-ALL:+AES-256-GCM:+CHACHA20-POLY1305:+AES-128-GCM:-MAC-ALL:+AEAD:"
      "-GROUP-ALL:+GROUP-X25519:+GROUP-SECP256R1:+GROUP-SECP384R1:%SERVER_PRECEDENCE" },
    { MHD_OPTION_END, 0, NULL },
  };
  return MHD_start_daemon (
    // Each response gets its Date from the server's clock. Without the flag, the library adds its own beside it.
    MHD_USE_SUPPRESS_DATE_NO_CLOCK
    | MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG | (certificate ? MHD_USE_TLS : 0),
    0,
    callbacks->accept, callbacks->context,
    callbacks->handle, callbacks->context,
    // The logger comes first, so that errors in the other options are reported to it.
    MHD_OPTION_EXTERNAL_LOGGER, callbacks->log, callbacks->context,
    MHD_OPTION_ARRAY, certificate ? tls : tls + 2,
    MHD_OPTION_LISTEN_SOCKET, listening_socket,
    MHD_OPTION_CONNECTION_LIMIT, connection_limit,
    MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_memory_limit,
    MHD_OPTION_CONNECTION_TIMEOUT, 0u,
    // The request validator is stricter, and its responses are problems. The responses of libmicrohttpd are HTML and have their
    // head twice.
    MHD_OPTION_STRICT_FOR_CLIENT, 0,
    MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
    MHD_OPTION_URI_LOG_CALLBACK, callbacks->target, callbacks->context,
    MHD_OPTION_NOTIFY_COMPLETED, callbacks->completed, callbacks->context,
    MHD_OPTION_NOTIFY_CONNECTION, callbacks->connection, callbacks->context,
    MHD_OPTION_END);
}

/// The epoll descriptor, which is readable when the daemon has work, or -1 when there is none.
static inline int
usher_epoll_descriptor (struct MHD_Daemon *daemon)
{
  const union MHD_DaemonInfo *info = MHD_get_daemon_info (daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

/// The socket of a connection, or -1 when there is none.
static inline int
usher_connection_descriptor (struct MHD_Connection *connection)
{
  const union MHD_ConnectionInfo *info = MHD_get_connection_info (connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/// The pointer that the connection callback stored in its `socket_context`.
static inline void *
usher_connection_context (struct MHD_Connection *connection)
{
  const union MHD_ConnectionInfo *info = MHD_get_connection_info (connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

/// The address of the client, or NULL when there is none.
static inline const struct sockaddr *
usher_client_address (struct MHD_Connection *connection)
{
  const union MHD_ConnectionInfo *info = MHD_get_connection_info (connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

/// Makes libmicrohttpd parse neither the query nor the cookies of a request, right after its line was read.
///
/// It would store each parameter and each cookie in the 32 KiB of the connection's memory, which are soon full, and then
/// respond itself or not at all. The query is cut off behind its question mark, after the caller has copied the target. A field
/// `Cookie` is added, which is the first of the header and the only one that libmicrohttpd parses.
static inline enum MHD_Result
usher_hide_query_and_cookies (struct MHD_Connection *connection, const char *target)
{
  char *query = strchr ((char *) target, '?');
  if (query)
    query[1] = '\0';
  return MHD_set_connection_value (connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_COOKIE, "-");
}

/// Makes libmicrohttpd ignore `Expect: 100-continue` in a request without a body.
///
/// Otherwise, it takes the bytes after the head, which are the next request, for a body and closes the connection.
static inline void
usher_hide_expectation (struct MHD_Connection *connection)
{
  char *value = (char *) MHD_lookup_connection_value (connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_EXPECT);
  if (value)
    value[0] = '\0';
}

/// The size in bytes of the request line and the header as received.
static inline size_t
usher_request_head_size (struct MHD_Connection *connection)
{
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info (connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

/// A new non-blocking eventfd, or -1, with errno set, when the system gives none.
static inline int
usher_event_descriptor (void)
{
  return eventfd (0, EFD_NONBLOCK | EFD_CLOEXEC);
}

#endif
