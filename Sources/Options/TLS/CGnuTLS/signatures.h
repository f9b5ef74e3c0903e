// The verification of signatures with public keys that are numbers, on GnuTLS. The functions are in C because GnuTLS takes structures
// with pointers, which Swift could fill only while it lends each of the pointers.

#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>

#ifndef USHER_GNUTLS_SIGNATURES_H
#define USHER_GNUTLS_SIGNATURES_H

static inline gnutls_datum_t
usher_datum (const unsigned char *bytes, size_t count)
{
  gnutls_datum_t datum = { (unsigned char *) bytes, (unsigned int) count };
  return datum;
}

/// Returns 1 if a signature of an RSA key is right, and 0 if it is not, or the numbers are no key.
static inline int
usher_verify_rsa (const unsigned char *modulus, size_t modulus_bytes, const unsigned char *exponent, size_t exponent_bytes,
                  gnutls_sign_algorithm_t algorithm, const unsigned char *message, size_t message_bytes,
                  const unsigned char *signature, size_t signature_bytes)
{
  gnutls_pubkey_t key;
  gnutls_datum_t m = usher_datum (modulus, modulus_bytes), e = usher_datum (exponent, exponent_bytes);
  gnutls_datum_t text = usher_datum (message, message_bytes), proof = usher_datum (signature, signature_bytes);
  if (gnutls_pubkey_init (&key) < 0)
    return 0;
  int is_right = gnutls_pubkey_import_rsa_raw (key, &m, &e) >= 0
    && gnutls_pubkey_verify_data2 (key, algorithm, 0, &text, &proof) >= 0;
  gnutls_pubkey_deinit (key);
  return is_right;
}

/// Returns 1 if a signature of a key on a curve is right, and 0 if it is not, or the numbers are no key.
///
/// A key of EdDSA has no `y`, and its signature is used as it is. Otherwise the signature has the numbers r and s in half of its bytes each.
static inline int
usher_verify_curve (gnutls_ecc_curve_t curve, const unsigned char *x, size_t x_bytes, const unsigned char *y, size_t y_bytes,
                    gnutls_sign_algorithm_t algorithm, const unsigned char *message, size_t message_bytes,
                    const unsigned char *signature, size_t signature_bytes)
{
  gnutls_pubkey_t key;
  gnutls_datum_t first = usher_datum (x, x_bytes), second = usher_datum (y, y_bytes), encoded = { NULL, 0 };
  gnutls_datum_t text = usher_datum (message, message_bytes), proof = usher_datum (signature, signature_bytes);
  if (gnutls_pubkey_init (&key) < 0)
    return 0;
  int is_right = gnutls_pubkey_import_ecc_raw (key, curve, &first, y_bytes ? &second : NULL) >= 0;
  if (is_right && y_bytes)
    {
      gnutls_datum_t r = { proof.data, proof.size / 2 }, s = { proof.data + proof.size / 2, proof.size / 2 };
      is_right = proof.size > 0 && proof.size % 2 == 0 && gnutls_encode_rs_value (&encoded, &r, &s) >= 0;
      proof = encoded;
    }
  is_right = is_right && gnutls_pubkey_verify_data2 (key, algorithm, 0, &text, &proof) >= 0;
  gnutls_free (encoded.data);
  gnutls_pubkey_deinit (key);
  return is_right;
}

#endif
