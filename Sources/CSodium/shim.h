// libsodium with bytes as `void *`, so that Swift passes arrays and values without pointers of its own.

#include <sodium.h>

#ifndef USHER_SODIUM_SHIM_H
#define USHER_SODIUM_SHIM_H

/// Writes the 32 bytes of a SHA-256.
static inline void
usher_sha256 (void *digest, const void *bytes, size_t count)
{
  crypto_hash_sha256 (digest, bytes, count);
}

/// Writes the 8 bytes of a SipHash-2-4 under a key of 16 bytes.
static inline void
usher_siphash (void *hash, const void *bytes, size_t count, const void *key)
{
  crypto_shorthash (hash, bytes, count, key);
}

/// Writes the 16 bytes of a SipHash-2-4-128 under a key of 16 bytes.
static inline void
usher_siphash128 (void *hash, const void *bytes, size_t count, const void *key)
{
  crypto_shorthash_siphashx24 (hash, bytes, count, key);
}

/// Writes base64url without padding, and a zero behind it.
static inline void
usher_base64url (void *text, size_t room, const void *bytes, size_t count)
{
  sodium_bin2base64 (text, room, bytes, count, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

#endif
