/*
 * An empty replacement for the data of ICU, the library behind Foundation's calendars, formats and languages.
 *
 * A program that links Foundation statically, which GRDB requires, contains 34 MB of this data: names of months, sorting
 * rules and so on, for about a hundred languages. Usher uses none of it. ICU provides an empty table for programs without
 * data (source/stubdata in its sources). This is the same table, under the name that the Foundation of Swift 6.3 refers to.
 *
 * Without the data, these end the program: DateFormatter, ISO8601DateFormatter, NumberFormatter and
 * String(format:locale:), and so Date as a value in GRDB. Time zones have no rules, and comparisons by language have no
 * order. For this reason the program's own targets import FoundationEssentials, which has no such formatters, instead of
 * Foundation. This applies only to builds with --static-swift-stdlib: the symbol is hidden, so a program that loads
 * Foundation as a shared library, such as every debug build, keeps the data.
 *
 * The symbol's name contains ICU's version. If the version changes, nothing breaks, but the program contains the data
 * again, and `Scripts/checks/size.sh` reports its size.
 */
#include <stdint.h>

/* The layout of ICU's source/common/udatamem.h, with an empty table of contents. */
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
