// Telephone numbers by the plans of all countries, on libphonenumber. Its header is C++, so PhoneNumbers.cpp alone includes it.

#ifndef USHER_PHONE_NUMBERS_H
#define USHER_PHONE_NUMBERS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Writes the number that digits stand for, without the prefix for calls within its country, as the country's plan demands:
/// `+4901701234567` becomes `+491701234567`, and `+390612345678` stays.
///
/// The functions may be called on any thread. The first call reads the plans, which takes about 10 ms.
///
/// `text` has a plus sign and digits, with a zero at the end. Returns the length of the result, which has no zero at its end, or
/// -1 if no number of the country has this length, if there is no such country, or if the result is longer than the capacity.
int32_t usher_phone_canonical (const char *text, char *result, int32_t capacity);

/// Writes a canonical number in groups of digits as its country does, such as `+49 170 1234567`. Returns the length of the
/// result or -1, as the function above does.
int32_t usher_phone_grouped (const char *number, char *result, int32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
