/*
 * An empty stand-in for the data of ICU, the library behind Foundation's calendars, formats and languages.
 *
 * A program that is linked statically with Foundation, which GRDB wants, gets 34 MB of this data: names of months,
 * rules of sorting and so on, for some hundred languages. Usher opens none of it. ICU has such an empty table for
 * programs that want no data (source/stubdata in its sources); this is the same, under the name that the Foundation
 * of Swift 6.3 looks for.
 *
 * Without the data, these end the program: DateFormatter, ISO8601DateFormatter, NumberFormatter and
 * String(format:locale:), and so Date as a value of GRDB. Time zones have no rules, and comparisons by language have
 * no order. That is why what the program is made of imports FoundationEssentials, which has no such formatters, and
 * not Foundation. Only builds with --static-swift-stdlib are like this: the name is hidden, so a program that loads
 * Foundation as a library, such as every debug build, keeps the data.
 *
 * The name has ICU's version in it. With another one nothing breaks, but the data is back: `make size-check` says so.
 */
#include <stdint.h>

/* As in ICU's source/common/udatamem.h, with a table of contents that has no entries. */
struct icu_data {
    uint16_t header_size;
    uint8_t magic[2];
    struct {
        uint16_t size;
        uint16_t reserved;
        uint8_t is_big_endian;
        uint8_t charset_family;
        uint8_t size_of_uchar;
        uint8_t reserved_byte;
        uint8_t data_format[4];
        uint8_t format_version[4];
        uint8_t data_version[4];
    } info;
    uint8_t padding[8];
    uint32_t entry_count;
    uint32_t reserved[5];
};

extern const struct icu_data icudt76_dat;

__attribute__((visibility("hidden"), aligned(16))) const struct icu_data icudt76_dat = {
    .header_size = 32,
    .magic = {0xda, 0x27},
    .info = {
        .size = 20,
        .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
        .size_of_uchar = 2,
        .data_format = {'T', 'o', 'C', 'P'},
        .format_version = {1},
    },
};
