// Values in the way of a language, on ICU. The functions are in C because ICU renames its own with macros, which Swift does not
// import, and because they work with texts in UTF-16.

#include <stdint.h>
#include <string.h>
#include <unicode/ucal.h>
#include <unicode/uchar.h>
#include <unicode/ucurr.h>
#include <unicode/udat.h>
#include <unicode/uenum.h>
#include <unicode/uloc.h>
#include <unicode/unum.h>
#include <unicode/unorm2.h>
#include <unicode/upluralrules.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

#ifndef USHER_ICU_SHIM_H
#define USHER_ICU_SHIM_H

enum { USHER_ICU_LENGTH = 128 };

/// Writes a text of ICU as UTF-8 with a zero at the end; returns its length, or -1 after an error.
static inline int32_t
usher_icu_utf8 (const UChar *text, int32_t count, char *result, int32_t capacity, UErrorCode status)
{
  int32_t length = 0;
  if (U_FAILURE (status))
    return -1;
  u_strToUTF8 (result, capacity, &length, text, count, &status);
  return U_FAILURE (status) || status == U_STRING_NOT_TERMINATED_WARNING ? -1 : length;
}

/// The identifier of ICU for a tag of BCP 47; empty for one that is not well-formed.
static inline void
usher_icu_locale (const char *tag, char result[ULOC_FULLNAME_CAPACITY])
{
  UErrorCode status = U_ZERO_ERROR;
  int32_t parsed = 0;
  uloc_forLanguageTag (tag, result, ULOC_FULLNAME_CAPACITY, &parsed, &status);
  if (U_FAILURE (status) || parsed != (int32_t) strlen (tag))
    result[0] = 0;
}

/// Writes an integer with the separators of a locale.
static inline int32_t
usher_icu_integer (const char *locale, int64_t number, char *result, int32_t capacity)
{
  UErrorCode status = U_ZERO_ERROR;
  UChar text[USHER_ICU_LENGTH];
  UNumberFormat *format = unum_open (UNUM_DECIMAL, NULL, 0, locale, NULL, &status);
  int32_t count = unum_formatInt64 (format, number, text, USHER_ICU_LENGTH, NULL, &status);
  unum_close (format);
  return usher_icu_utf8 (text, count, result, capacity, status);
}

/// Writes an amount in the minor unit of a currency, named by its code in ISO 4217.
static inline int32_t
usher_icu_price (const char *locale, int64_t amount, const char *currency, char *result, int32_t capacity)
{
  UErrorCode status = U_ZERO_ERROR;
  UChar code[4] = { 0 }, text[USHER_ICU_LENGTH];
  int32_t length = 0;
  u_strFromUTF8 (code, 4, &length, currency, -1, &status);
  int32_t digits = ucurr_getDefaultFractionDigits (code, &status);
  double value = (double) amount;
  for (int32_t digit = 0; digit < digits; digit++)
    value /= 10;
  UNumberFormat *format = unum_open (UNUM_CURRENCY, NULL, 0, locale, NULL, &status);
  int32_t count = unum_formatDoubleCurrency (format, value, code, text, USHER_ICU_LENGTH, NULL, &status);
  unum_close (format);
  return usher_icu_utf8 (text, count, result, capacity, status);
}

/// Writes a time in a time zone, named as in the IANA database; an unknown one is an error.
static inline int32_t
usher_icu_time (const char *locale, double milliseconds, const char *zone, int has_date, int has_time, char *result,
                int32_t capacity)
{
  UErrorCode status = U_ZERO_ERROR;
  UChar name[USHER_ICU_LENGTH], text[USHER_ICU_LENGTH];
  int32_t length = 0;
  u_strFromUTF8 (name, USHER_ICU_LENGTH, &length, zone, -1, &status);
  UDateFormat *format = udat_open (has_time ? UDAT_SHORT : UDAT_NONE, has_date ? UDAT_MEDIUM : UDAT_NONE, locale, name,
                                   length, NULL, 0, &status);
  int32_t count = udat_format (format, milliseconds, text, USHER_ICU_LENGTH, NULL, &status);
  udat_close (format);
  return usher_icu_utf8 (text, count, result, capacity, status);
}

/// Whether ICU knows a time zone.
static inline int
usher_icu_knows_zone (const char *zone)
{
  UErrorCode status = U_ZERO_ERROR;
  UChar name[USHER_ICU_LENGTH], canonical[USHER_ICU_LENGTH];
  int32_t length = 0;
  UBool is_system = 0;
  u_strFromUTF8 (name, USHER_ICU_LENGTH, &length, zone, -1, &status);
  ucal_getCanonicalTimeZoneID (name, length, canonical, USHER_ICU_LENGTH, &is_system, &status);
  return U_SUCCESS (status) && is_system;
}

/// Writes the keyword of the plural form for a number, such as `one`.
static inline int32_t
usher_icu_plural (const char *locale, double number, char *result, int32_t capacity)
{
  UErrorCode status = U_ZERO_ERROR;
  UChar text[USHER_ICU_LENGTH];
  UPluralRules *rules = uplrules_open (locale, &status);
  int32_t count = uplrules_select (rules, number, text, USHER_ICU_LENGTH, &status);
  uplrules_close (rules);
  return usher_icu_utf8 (text, count, result, capacity, status);
}

/// Whether the text of a locale runs from right to left.
static inline int
usher_icu_is_right_to_left (const char *locale)
{
  return uloc_isRightToLeft (locale) != 0;
}

/// Chooses one of the available locales for a value of `Accept-Language`; returns its index, or -1 if none fits or the value can't
/// be read.
///
/// The names are one after the other, each in ULOC_FULLNAME_CAPACITY bytes.
static inline int32_t
usher_icu_accept (const char *value, const char *names, int32_t count)
{
  UErrorCode status = U_ZERO_ERROR;
  UAcceptResult accepted = ULOC_ACCEPT_FAILED;
  char result[ULOC_FULLNAME_CAPACITY] = { 0 };
  const char *available[USHER_ICU_LENGTH];
  if (count > USHER_ICU_LENGTH)
    count = USHER_ICU_LENGTH;
  for (int32_t index = 0; index < count; index++)
    available[index] = names + index * ULOC_FULLNAME_CAPACITY;
  UEnumeration *enumeration = uenum_openCharStringsEnumeration (available, count, &status);
  uloc_acceptLanguageFromHTTP (result, ULOC_FULLNAME_CAPACITY, &accepted, value, enumeration, &status);
  uenum_close (enumeration);
  if (U_FAILURE (status) || accepted == ULOC_ACCEPT_FAILED)
    return -1;
  for (int32_t index = 0; index < count; index++)
    if (strcmp (available[index], result) == 0)
      return index;
  return -1;
}

enum { USHER_ICU_LOGIN_LENGTH = 512 };

/// Whether a character of a canonical login is in the class of RFC 8264 section 9 for identifiers.
static inline int
usher_icu_is_identifier (UChar32 c, const UNormalizer2 *nfkc)
{
  if (c >= 0x20 && c <= 0x7E)
    return 1;
  int32_t syllable = u_getIntPropertyValue (c, UCHAR_HANGUL_SYLLABLE_TYPE);
  int is_jamo = syllable == U_HST_LEADING_JAMO || syllable == U_HST_VOWEL_JAMO || syllable == U_HST_TRAILING_JAMO;
  int is_letter = (U_GET_GC_MASK (c) & (U_GC_L_MASK | U_GC_ND_MASK | U_GC_MN_MASK | U_GC_MC_MASK) & ~U_GC_LT_MASK) != 0;
  UChar decomposition[64];
  UErrorCode status = U_ZERO_ERROR;
  // A compatibility decomposition that the canonical one does not have: the character is a variant of others.
  const UNormalizer2 *nfc = unorm2_getNFCInstance (&status);
  int is_variant = unorm2_getDecomposition (nfkc, c, decomposition, 64, &status) >= 0
                   && unorm2_getDecomposition (nfc, c, decomposition, 64, &status) < 0;
  return U_SUCCESS (status) && is_letter && !is_jamo && !is_variant;
}

/// Whether a text keeps the rule of RFC 5893 section 2 for a label from right to left. A text without such letters does.
static inline int
usher_icu_keeps_bidi_rule (const UChar *text, int32_t count)
{
  uint32_t seen = 0, first = 0, last = 0;
  for (int32_t index = 0; index < count;)
    {
      UChar32 c;
      U16_NEXT (text, index, count, c);
      uint32_t direction = U_MASK (u_charDirection (c));
      if (!seen)
        first = direction;
      if (direction != U_MASK (U_DIR_NON_SPACING_MARK))
        last = direction;
      seen |= direction;
    }
  const uint32_t letters = U_MASK (U_RIGHT_TO_LEFT) | U_MASK (U_RIGHT_TO_LEFT_ARABIC);
  const uint32_t numbers[] = { U_MASK (U_EUROPEAN_NUMBER), U_MASK (U_ARABIC_NUMBER) };
  if (!(seen & (letters | numbers[1])))
    return 1;
  return (first & letters) && (last & (letters | numbers[0] | numbers[1])) && !(seen & U_MASK (U_LEFT_TO_RIGHT))
         && !((seen & numbers[0]) && (seen & numbers[1]));
}

/// Writes the canonical form of a login as RFC 8265 section 3.3 (UsernameCaseMapped) prepares it, without invisible characters
/// and with single spaces. Returns its length, or -1 if there is nothing left or the text is too long.
///
/// `is_allowed` says whether a new account may have the login: its characters are in the class for identifiers, its direction is clear,
/// and its letters are of one script, or of the scripts that are mixed in Japanese, Korean or Chinese (UTS #39, highly restrictive).
static inline int32_t
usher_icu_login (const char *text, int32_t text_length, char *result, int32_t capacity, int32_t *is_allowed)
{
  UErrorCode status = U_ZERO_ERROR;
  UChar source[USHER_ICU_LOGIN_LENGTH], mapped[USHER_ICU_LOGIN_LENGTH], lower[USHER_ICU_LOGIN_LENGTH],
      normal[USHER_ICU_LOGIN_LENGTH];
  int32_t count = 0, length = 0, has_space = 0;
  const UNormalizer2 *nfc = unorm2_getNFCInstance (&status), *nfkc = unorm2_getNFKCInstance (&status);
  *is_allowed = 0;
  u_strFromUTF8 (source, USHER_ICU_LOGIN_LENGTH, &count, text, text_length, &status);
  for (int32_t index = 0; U_SUCCESS (status) && index < count;)
    {
      UChar32 c;
      U16_NEXT (source, index, count, c);
      if (u_hasBinaryProperty (c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT))
        continue;
      if (u_hasBinaryProperty (c, UCHAR_WHITE_SPACE))
        {
          has_space = length > 0;
          continue;
        }
      if (length > USHER_ICU_LOGIN_LENGTH - 32)
        return -1;
      if (has_space)
        mapped[length++] = ' ';
      has_space = 0;
      int32_t type = u_getIntPropertyValue (c, UCHAR_DECOMPOSITION_TYPE);
      if (type == U_DT_WIDE || type == U_DT_NARROW)
        length += unorm2_getRawDecomposition (nfkc, c, mapped + length, 16, &status);
      else
        U16_APPEND_UNSAFE (mapped, length, c);
    }
  if (U_FAILURE (status) || length == 0)
    return -1;
  length = u_strToLower (lower, USHER_ICU_LOGIN_LENGTH, mapped, length, "", &status);
  length = unorm2_normalize (nfc, lower, length, normal, USHER_ICU_LOGIN_LENGTH, &status);
  if (U_FAILURE (status))
    return -1;
  int is_identifier = !(U_GET_GC_MASK (normal[0]) & U_GC_M_MASK);
  for (int32_t index = 0; index < length;)
    {
      UChar32 c;
      U16_NEXT (normal, index, length, c);
      is_identifier = is_identifier && usher_icu_is_identifier (c, nfkc);
    }
  USpoofChecker *checker = uspoof_open (&status);
  uspoof_setChecks (checker, USPOOF_RESTRICTION_LEVEL | USPOOF_MIXED_NUMBERS | USPOOF_INVISIBLE, &status);
  uspoof_setRestrictionLevel (checker, USPOOF_HIGHLY_RESTRICTIVE);
  int32_t findings = uspoof_check (checker, normal, length, NULL, &status);
  uspoof_close (checker);
  *is_allowed = U_SUCCESS (status) && is_identifier && findings == 0 && usher_icu_keeps_bidi_rule (normal, length);
  return usher_icu_utf8 (normal, length, result, capacity, status);
}

/// Writes the skeleton of a text (UTS #39 section 4), which texts that look the same have in common. Returns its length, or -1
/// after an error.
static inline int32_t
usher_icu_skeleton (const char *text, int32_t text_length, char *result, int32_t capacity)
{
  UErrorCode status = U_ZERO_ERROR;
  USpoofChecker *checker = uspoof_open (&status);
  int32_t length = uspoof_getSkeletonUTF8 (checker, 0, text, text_length, result, capacity, &status);
  uspoof_close (checker);
  return U_FAILURE (status) || length > capacity ? -1 : length;
}

#endif
