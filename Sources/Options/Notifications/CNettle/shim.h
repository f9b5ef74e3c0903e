// Keys, agreements and signatures on the curve P-256, and AES-128-GCM, on Nettle. The functions are in C because Swift imports
// neither Nettle's names, which are macros, nor the numbers of GMP, which are arrays of one element.

#include <nettle/bignum.h>
#include <nettle/ecc.h>
#include <nettle/ecc-curve.h>
#include <nettle/ecdsa.h>
#include <nettle/gcm.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#ifndef USHER_NETTLE_SHIM_H
#define USHER_NETTLE_SHIM_H

enum { USHER_P256_BYTES = 32, USHER_P256_POINT_BYTES = 65, USHER_P256_SIGNATURE_BYTES = 64, USHER_GCM_TAG_BYTES = 16 };

/// Fills memory with random bytes, or ends the process: without them no key is secret.
static inline void
usher_random (void *context, size_t count, uint8_t *bytes)
{
  (void) context;
  while (count > 0)
    {
      ssize_t filled = getrandom (bytes, count, 0);
      if (filled < 0)
        abort ();
      bytes += filled;
      count -= (size_t) filled;
    }
}

/// Initializes a scalar with a private key, and returns 0 for a number that is none.
static inline int
usher_p256_import (struct ecc_scalar *scalar, const uint8_t *secret)
{
  mpz_t number;
  nettle_mpz_init_set_str_256_u (number, USHER_P256_BYTES, secret);
  ecc_scalar_init (scalar, nettle_get_secp_256r1 ());
  int is_key = ecc_scalar_set (scalar, number);
  mpz_clear (number);
  if (!is_key)
    ecc_scalar_clear (scalar);
  return is_key;
}

/// Returns 0 if the bytes are not a private key. Otherwise POINT gets the public key in 65 bytes (SEC 1 section 2.3.3, uncompressed).
static inline int
usher_p256_public_key (const uint8_t *secret, uint8_t *point)
{
  struct ecc_scalar scalar;
  struct ecc_point product;
  mpz_t x, y;
  if (!usher_p256_import (&scalar, secret))
    return 0;
  ecc_point_init (&product, nettle_get_secp_256r1 ());
  ecc_point_mul_g (&product, &scalar);
  mpz_inits (x, y, NULL);
  ecc_point_get (&product, x, y);
  point[0] = 4;
  nettle_mpz_get_str_256 (USHER_P256_BYTES, point + 1, x);
  nettle_mpz_get_str_256 (USHER_P256_BYTES, point + 1 + USHER_P256_BYTES, y);
  mpz_clears (x, y, NULL);
  ecc_point_clear (&product);
  ecc_scalar_clear (&scalar);
  return 1;
}

/// Makes a private key of 32 bytes.
static inline void
usher_p256_make_key (uint8_t *secret)
{
  struct ecc_scalar scalar;
  mpz_t number;
  ecc_scalar_init (&scalar, nettle_get_secp_256r1 ());
  ecc_scalar_random (&scalar, NULL, usher_random);
  mpz_init (number);
  ecc_scalar_get (&scalar, number);
  nettle_mpz_get_str_256 (USHER_P256_BYTES, secret, number);
  mpz_clear (number);
  ecc_scalar_clear (&scalar);
}

/// Returns 0 if the secret is not a private key, or the point is not a public key. Otherwise AGREED gets the 32 bytes that both
/// parties share (ECDH).
static inline int
usher_p256_agree (const uint8_t *secret, const uint8_t *point, uint8_t *agreed)
{
  struct ecc_scalar scalar;
  struct ecc_point other, product;
  mpz_t x, y;
  if (point[0] != 4 || !usher_p256_import (&scalar, secret))
    return 0;
  nettle_mpz_init_set_str_256_u (x, USHER_P256_BYTES, point + 1);
  nettle_mpz_init_set_str_256_u (y, USHER_P256_BYTES, point + 1 + USHER_P256_BYTES);
  ecc_point_init (&other, nettle_get_secp_256r1 ());
  int is_point = ecc_point_set (&other, x, y);
  if (is_point)
    {
      ecc_point_init (&product, nettle_get_secp_256r1 ());
      ecc_point_mul (&product, &scalar, &other);
      ecc_point_get (&product, x, y);
      nettle_mpz_get_str_256 (USHER_P256_BYTES, agreed, x);
      ecc_point_clear (&product);
    }
  mpz_clears (x, y, NULL);
  ecc_point_clear (&other);
  ecc_scalar_clear (&scalar);
  return is_point;
}

/// Returns 0 if the secret is not a private key. Otherwise SIGNATURE gets the numbers r and s in 32 bytes each (ECDSA).
static inline int
usher_p256_sign (const uint8_t *secret, const uint8_t *digest, size_t digest_bytes, uint8_t *signature)
{
  struct ecc_scalar scalar;
  struct dsa_signature made;
  if (!usher_p256_import (&scalar, secret))
    return 0;
  dsa_signature_init (&made);
  ecdsa_sign (&scalar, NULL, usher_random, digest_bytes, digest, &made);
  nettle_mpz_get_str_256 (USHER_P256_BYTES, signature, made.r);
  nettle_mpz_get_str_256 (USHER_P256_BYTES, signature + USHER_P256_BYTES, made.s);
  dsa_signature_clear (&made);
  ecc_scalar_clear (&scalar);
  return 1;
}

/// Encrypts bytes with a key of 16 bytes and a nonce of 12, and puts the tag of 16 bytes behind them.
static inline void
usher_aes128_gcm_seal (const uint8_t *key, const uint8_t *nonce, const uint8_t *bytes, size_t count, uint8_t *sealed)
{
  struct gcm_aes128_ctx context;
  gcm_aes128_set_key (&context, key);
  gcm_aes128_set_iv (&context, GCM_IV_SIZE, nonce);
  gcm_aes128_encrypt (&context, count, sealed, bytes);
  gcm_aes128_digest (&context, USHER_GCM_TAG_BYTES, sealed + count);
  explicit_bzero (&context, sizeof context);
}

#endif
