// Wrappers for libsodium that take bytes as `void *`, so that Swift can pass arrays and values without unsafe pointers.

#include <sodium.h>

#ifndef USHER_SODIUM_SHIM_H
#define USHER_SODIUM_SHIM_H

/// Writes a SHA-256 hash (32 bytes).
static inline void
usher_sha256 (void *digest, const void *bytes, size_t count)
{
  crypto_hash_sha256 (digest, bytes, count);
}

/// Writes a SipHash-2-4 hash (8 bytes) with a key of 16 bytes.
static inline void
usher_siphash (void *hash, const void *bytes, size_t count, const void *key)
{
  crypto_shorthash (hash, bytes, count, key);
}

/// Writes a SipHash-2-4-128 hash (16 bytes) with a key of 16 bytes.
static inline void
usher_siphash128 (void *hash, const void *bytes, size_t count, const void *key)
{
  crypto_shorthash_siphashx24 (hash, bytes, count, key);
}

/// Writes an HMAC-SHA-256 (32 bytes) with a key of any length.
static inline void
usher_hmac_sha256 (void *code, const void *bytes, size_t count, const void *key, size_t key_count)
{
  crypto_auth_hmacsha256_state state;
  crypto_auth_hmacsha256_init (&state, key, key_count);
  crypto_auth_hmacsha256_update (&state, bytes, count);
  crypto_auth_hmacsha256_final (&state, code);
  sodium_memzero (&state, sizeof state);
}

/// Writes base64 with padding, followed by a zero byte.
static inline void
usher_base64 (void *text, size_t room, const void *bytes, size_t count)
{
  sodium_bin2base64 (text, room, bytes, count, sodium_base64_VARIANT_ORIGINAL);
}

/// Writes the bytes of base64 with padding and their number, and returns 0, or -1 if the text is not base64 or too long.
static inline int
usher_from_base64 (void *bytes, size_t room, const void *text, size_t count, size_t *written)
{
  const char *end;
  if (sodium_base642bin (bytes, room, text, count, NULL, written, &end, sodium_base64_VARIANT_ORIGINAL) != 0)
    return -1;
  return end == (const char *) text + count ? 0 : -1;
}

/// Writes base64url without padding, followed by a zero byte.
static inline void
usher_base64url (void *text, size_t room, const void *bytes, size_t count)
{
  sodium_bin2base64 (text, room, bytes, count, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/// Writes the sealed bytes, 16 more than `count`, with a nonce of 24 bytes and a key of 32 bytes.
static inline void
usher_seal (void *sealed, const void *bytes, size_t count, const void *nonce, const void *key)
{
  crypto_aead_xchacha20poly1305_ietf_encrypt (sealed, NULL, bytes, count, NULL, 0, NULL, nonce, key);
}

/// Writes the opened bytes, 16 fewer than `count`, and returns 0, or -1 if they were sealed with another key or changed.
static inline int
usher_open (void *bytes, const void *sealed, size_t count, const void *nonce, const void *key)
{
  return crypto_aead_xchacha20poly1305_ietf_decrypt (bytes, NULL, NULL, sealed, count, NULL, 0, nonce, key);
}

#endif
