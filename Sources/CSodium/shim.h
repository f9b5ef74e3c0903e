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

/// Writes a SipHash-2-4 hash (8 bytes); the key has 16 bytes.
static inline void
usher_siphash (void *hash, const void *bytes, size_t count, const void *key)
{
  crypto_shorthash (hash, bytes, count, key);
}

/// Writes a SipHash-2-4-128 hash (16 bytes); the key has 16 bytes.
static inline void
usher_siphash128 (void *hash, const void *bytes, size_t count, const void *key)
{
  crypto_shorthash_siphashx24 (hash, bytes, count, key);
}

/// Writes an HMAC-SHA-256 (32 bytes); the key may have any length.
static inline void
usher_hmac_sha256 (void *code, const void *bytes, size_t count, const void *key, size_t keyCount)
{
  crypto_auth_hmacsha256_state state;
  crypto_auth_hmacsha256_init (&state, key, keyCount);
  crypto_auth_hmacsha256_update (&state, bytes, count);
  crypto_auth_hmacsha256_final (&state, code);
  sodium_memzero (&state, sizeof state);
}

/// Writes base64url without padding, followed by a zero byte.
static inline void
usher_base64url (void *text, size_t room, const void *bytes, size_t count)
{
  sodium_bin2base64 (text, room, bytes, count, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

#endif
