// A certificate with its key, TLS sessions of a client, and HMAC-SHA-1, on GnuTLS. The functions are in C because Swift
// imports neither GnuTLS's error macros with casts nor its enumerations of flags.

#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <stdlib.h>
#include <string.h>

#ifndef USHER_GNUTLS_SHIM_H
#define USHER_GNUTLS_SHIM_H

/// A certificate chain and its private key, which are immutable after they were made.
struct usher_certificate {
  gnutls_pcert_st chain[16];
  unsigned int count;
  gnutls_privkey_t key;
};

/// The part of a certificate that is unusable.
enum usher_certificate_error {
  USHER_CERTIFICATE_OK = 0,
  USHER_CERTIFICATE_BAD_CHAIN = 1,
  USHER_CERTIFICATE_BAD_KEY = 2,
  USHER_CERTIFICATE_MISMATCH = 3
};

static inline void
usher_free_certificate (struct usher_certificate *certificate)
{
  if (certificate->key)
    gnutls_privkey_deinit (certificate->key);
  for (unsigned int index = 0; index < certificate->count; index++)
    gnutls_pcert_deinit (&certificate->chain[index]);
  free (certificate);
}

/// Whether a private key belongs to a public key.
static inline int
usher_key_matches (gnutls_privkey_t private_key, gnutls_pubkey_t public_key)
{
  gnutls_pubkey_t derived;
  unsigned char first[64], second[64];
  size_t first_size = sizeof first, second_size = sizeof second;
  if (gnutls_pubkey_init (&derived) < 0)
    return 0;
  int matches = gnutls_pubkey_import_privkey (derived, private_key, 0, 0) >= 0
    && gnutls_pubkey_get_key_id (derived, 0, first, &first_size) >= 0
    && gnutls_pubkey_get_key_id (public_key, 0, second, &second_size) >= 0
    && first_size == second_size && memcmp (first, second, first_size) == 0;
  gnutls_pubkey_deinit (derived);
  return matches;
}

/// Makes a certificate from PEM texts, or returns NULL with `error` set if they are unusable.
static inline struct usher_certificate *
usher_make_certificate (const unsigned char *chain, unsigned int chain_size,
                        const unsigned char *key, unsigned int key_size,
                        enum usher_certificate_error *error)
{
  gnutls_datum_t chain_text = { (unsigned char *) chain, chain_size };
  gnutls_datum_t key_text = { (unsigned char *) key, key_size };
  struct usher_certificate *certificate = calloc (1, sizeof *certificate);
  if (!certificate)
    abort ();
  *error = USHER_CERTIFICATE_BAD_CHAIN;
  unsigned int count = 16;
  if (gnutls_pcert_list_import_x509_raw (certificate->chain, &count, &chain_text, GNUTLS_X509_FMT_PEM,
                                         GNUTLS_X509_CRT_LIST_FAIL_IF_UNSORTED) < 0 || count == 0)
    goto failed;
  certificate->count = count;
  *error = USHER_CERTIFICATE_BAD_KEY;
  if (gnutls_privkey_init (&certificate->key) < 0)
    goto failed;
  if (gnutls_privkey_import_x509_raw (certificate->key, &key_text, GNUTLS_X509_FMT_PEM, NULL, 0) < 0)
    goto failed;
  *error = USHER_CERTIFICATE_MISMATCH;
  if (!usher_key_matches (certificate->key, certificate->chain[0].pubkey))
    goto failed;
  *error = USHER_CERTIFICATE_OK;
  return certificate;
failed:
  usher_free_certificate (certificate);
  return NULL;
}

/// The first certificate of the chain.
static inline gnutls_pcert_st *
usher_certificate_chain (struct usher_certificate *certificate)
{
  return certificate->chain;
}

/// Starts a TLS session of a client over a connected socket, without a check of the server's certificate.
///
/// Returns NULL if it fails. The priorities are written as for gnutls_priority_init(3).
static inline gnutls_session_t
usher_connect_tls (int socket, const char *priorities)
{
  gnutls_session_t session;
  gnutls_certificate_credentials_t credentials;
  if (gnutls_certificate_allocate_credentials (&credentials) < 0)
    return NULL;
  if (gnutls_init (&session, GNUTLS_CLIENT) < 0)
    {
      gnutls_certificate_free_credentials (credentials);
      return NULL;
    }
  gnutls_session_set_ptr (session, credentials);
  int code = gnutls_priority_set_direct (session, priorities, NULL);
  if (code >= 0)
    code = gnutls_credentials_set (session, GNUTLS_CRD_CERTIFICATE, credentials);
  gnutls_transport_set_int (session, socket);
  while (code >= 0 && (code = gnutls_handshake (session)) < 0 && code == GNUTLS_E_INTERRUPTED)
    code = 0;
  if (code >= 0)
    return session;
  gnutls_deinit (session);
  gnutls_certificate_free_credentials (credentials);
  return NULL;
}

/// Ends a session that usher_connect_tls has started, without a message to the server.
static inline void
usher_disconnect_tls (gnutls_session_t session)
{
  gnutls_certificate_credentials_t credentials = gnutls_session_get_ptr (session);
  gnutls_deinit (session);
  gnutls_certificate_free_credentials (credentials);
}

/// Sends bytes, and returns their number, or -1.
static inline ssize_t
usher_send_tls (gnutls_session_t session, const void *bytes, size_t count)
{
  ssize_t sent;
  do
    sent = gnutls_record_send (session, bytes, count);
  while (sent == GNUTLS_E_INTERRUPTED);
  return sent < 0 ? -1 : sent;
}

/// Receives bytes, and returns their number, 0 at the end, or -1.
static inline ssize_t
usher_receive_tls (gnutls_session_t session, void *bytes, size_t count)
{
  ssize_t received;
  do
    received = gnutls_record_recv (session, bytes, count);
  while (received == GNUTLS_E_INTERRUPTED || received == GNUTLS_E_REHANDSHAKE);
  return received == GNUTLS_E_PREMATURE_TERMINATION ? 0 : received < 0 ? -1 : received;
}

/// The server's certificate in DER, with its size, or NULL if it sent none.
static inline const unsigned char *
usher_peer_certificate (gnutls_session_t session, unsigned int *size)
{
  unsigned int count = 0;
  const gnutls_datum_t *list = gnutls_certificate_get_peers (session, &count);
  *size = list && count ? list[0].size : 0;
  return *size ? list[0].data : NULL;
}

/// Writes an HMAC-SHA-1 (20 bytes), and returns 0, or -1 if the library forbids SHA-1, as in FIPS mode.
static inline int
usher_hmac_sha1 (void *code, const void *bytes, size_t count, const void *key, size_t key_count)
{
  return gnutls_hmac_fast (GNUTLS_MAC_SHA1, key, key_count, bytes, count, code) < 0 ? -1 : 0;
}

#endif
