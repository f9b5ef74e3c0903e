// Values in the way of a language, on ICU. The functions are in C because ICU renames its own with macros, which Swift does not
// import, and because they work with texts in UTF-16.

#include <stdint.h>
#include <string.h>
#include <unicode/ucal.h>
#include <unicode/ucurr.h>
#include <unicode/udat.h>
#include <unicode/uloc.h>
#include <unicode/unum.h>
#include <unicode/upluralrules.h>
#include <unicode/ustring.h>

#ifndef USHER_ICU_SHIM_H
#define USHER_ICU_SHIM_H

enum { USHER_ICU_LENGTH = 128 };

/// Writes a text of ICU as UTF-8 with a zero at the end, and returns its length, or -1 after an error.
static inline int32_t
usher_icu_utf8 (const UChar *text, int32_t count, char *result, int32_t capacity, UErrorCode status)
{
  int32_t length = 0;
  if (U_FAILURE (status))
    return -1;
  u_strToUTF8 (result, capacity, &length, text, count, &status);
  return U_FAILURE (status) || status == U_STRING_NOT_TERMINATED_WARNING ? -1 : length;
}

/// The identifier of ICU for a tag of BCP 47, which is empty for a tag that is not well-formed.
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

/// Writes a time in a time zone, named as in the IANA database, where an unknown name is an error.
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

#endif
