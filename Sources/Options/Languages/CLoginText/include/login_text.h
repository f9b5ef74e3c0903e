// The canonical form of logins and what they look like, on ICU. The functions are compiled apart from the module CICU, because
// headers of ICU that declare the properties of characters clash with the copy of ICU in Foundation.

#include <stdint.h>

#ifndef USHER_LOGIN_TEXT_H
#define USHER_LOGIN_TEXT_H

/// Writes the canonical form of a login as RFC 8265 section 3.3 (UsernameCaseMapped) prepares it, without invisible characters
/// and with single spaces. Returns its length, or -1 if there is nothing left or the text is too long.
///
/// `is_allowed` says whether a new account may have the login: its characters are in the class for identifiers, its direction
/// is clear, and its letters are of one script, or of the scripts that are mixed in Japanese, Korean or Chinese (UTS #39,
/// highly restrictive).
int32_t
usher_login_canonical (const char *text, int32_t text_length, char *result, int32_t capacity, int32_t *is_allowed);

/// Writes the skeleton of a text (UTS #39 section 4), which texts that look the same have in common. Returns its length, or -1
/// after an error.
int32_t
usher_login_skeleton (const char *text, int32_t text_length, char *result, int32_t capacity);

#endif
