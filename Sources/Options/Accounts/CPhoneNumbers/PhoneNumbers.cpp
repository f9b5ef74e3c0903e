#include "CPhoneNumbers.h"

#include <cstring>
#include <string>

#include <phonenumbers/logger.h>
#include <phonenumbers/phonenumberutil.h>

using i18n::phonenumbers::NullLogger;
using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;

namespace
{

PhoneNumberUtil &
plans ()
{
  // Without a logger of its own, the library writes to standard output. It keeps the logger for the life of the process.
  static PhoneNumberUtil *const plans = [] {
    PhoneNumberUtil *util = PhoneNumberUtil::GetInstance ();
    util->SetLogger (new NullLogger ());
    return util;
  }();
  return *plans;
}

bool
parse (const std::string &text, PhoneNumber *number)
{
  // CLDR's code for no region: the number has its country code.
  return plans ().Parse (text, "ZZ", number) == PhoneNumberUtil::NO_PARSING_ERROR;
}

int32_t
write (const PhoneNumber &number, PhoneNumberUtil::PhoneNumberFormat format, char *result, int32_t capacity)
{
  std::string text;
  plans ().Format (number, format, &text);
  if (text.size () > static_cast<size_t> (capacity))
    return -1;
  std::memcpy (result, text.data (), text.size ());
  return static_cast<int32_t> (text.size ());
}

}

extern "C" int32_t
usher_phone_canonical (const char *text, char *result, int32_t capacity)
{
  PhoneNumber number;
  if (!parse (text, &number))
    return -1;
  // The library keeps a zero that is no prefix in this country. In Italy it is a part of the number. Elsewhere it was written
  // from habit, if the number without it is one that the country has assigned.
  if (number.italian_leading_zero () && !plans ().IsValidNumber (number))
    {
      PhoneNumber shorter;
      shorter.set_country_code (number.country_code ());
      shorter.set_national_number (number.national_number ());
      if (plans ().IsValidNumber (shorter))
        number = shorter;
    }
  if (plans ().IsPossibleNumberWithReason (number) != PhoneNumberUtil::IS_POSSIBLE)
    return -1;
  return write (number, PhoneNumberUtil::E164, result, capacity);
}

extern "C" int32_t
usher_phone_grouped (const char *text, char *result, int32_t capacity)
{
  PhoneNumber number;
  return parse (text, &number) ? write (number, PhoneNumberUtil::INTERNATIONAL, result, capacity) : -1;
}
