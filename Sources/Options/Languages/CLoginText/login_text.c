#include "login_text.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

enum { USHER_LOGIN_LENGTH = 512 };

/// Whether a character of a canonical login is in the class of RFC 8264 section 9 for identifiers.
static int
usher_login_is_identifier (UChar32 c, const UNormalizer2 *nfkc)
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
static int
usher_login_keeps_bidi_rule (const UChar *text, int32_t count)
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

int32_t
usher_login_canonical (const char *text, int32_t text_length, char *result, int32_t capacity, int32_t *is_allowed)
{
  UErrorCode status = U_ZERO_ERROR;
  UChar source[USHER_LOGIN_LENGTH], mapped[USHER_LOGIN_LENGTH], lower[USHER_LOGIN_LENGTH],
      normal[USHER_LOGIN_LENGTH];
  int32_t count = 0, length = 0, has_space = 0;
  const UNormalizer2 *nfc = unorm2_getNFCInstance (&status), *nfkc = unorm2_getNFKCInstance (&status);
  *is_allowed = 0;
  u_strFromUTF8 (source, USHER_LOGIN_LENGTH, &count, text, text_length, &status);
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
      if (length > USHER_LOGIN_LENGTH - 32)
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
  length = u_strToLower (lower, USHER_LOGIN_LENGTH, mapped, length, "", &status);
  length = unorm2_normalize (nfc, lower, length, normal, USHER_LOGIN_LENGTH, &status);
  if (U_FAILURE (status))
    return -1;
  int is_identifier = !(U_GET_GC_MASK (normal[0]) & U_GC_M_MASK);
  for (int32_t index = 0; index < length;)
    {
      UChar32 c;
      U16_NEXT (normal, index, length, c);
      is_identifier = is_identifier && usher_login_is_identifier (c, nfkc);
    }
  USpoofChecker *checker = uspoof_open (&status);
  uspoof_setChecks (checker, USPOOF_RESTRICTION_LEVEL | USPOOF_MIXED_NUMBERS | USPOOF_INVISIBLE, &status);
  uspoof_setRestrictionLevel (checker, USPOOF_HIGHLY_RESTRICTIVE);
  int32_t findings = uspoof_check (checker, normal, length, NULL, &status);
  uspoof_close (checker);
  *is_allowed = U_SUCCESS (status) && is_identifier && findings == 0 && usher_login_keeps_bidi_rule (normal, length);
  u_strToUTF8 (result, capacity, &count, normal, length, &status);
  return U_FAILURE (status) || status == U_STRING_NOT_TERMINATED_WARNING ? -1 : count;
}

int32_t
usher_login_skeleton (const char *text, int32_t text_length, char *result, int32_t capacity)
{
  UErrorCode status = U_ZERO_ERROR;
  USpoofChecker *checker = uspoof_open (&status);
  int32_t length = uspoof_getSkeletonUTF8 (checker, 0, text, text_length, result, capacity, &status);
  uspoof_close (checker);
  return U_FAILURE (status) || length > capacity ? -1 : length;
}
