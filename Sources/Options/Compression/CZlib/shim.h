// A wrapper for zlib. Its functions that begin a compression are macros, so Swift can't call them.

#include <limits.h>
#include <string.h>
#include <zlib.h>

#ifndef USHER_ZLIB_SHIM_H
#define USHER_ZLIB_SHIM_H

/// Compresses bytes in the format gzip (RFC 1952), and returns the number of bytes written, or 0 if there was no room or
/// memory.
///
/// The window has 8 KiB and the hash table 16, so one compression needs 64 KiB, which the allocator has at hand. With the
/// default of zlib it would need 256 KiB, and ask the kernel for them each time.
static inline size_t
usher_gzip (void *target, size_t room, const void *bytes, size_t count, int level)
{
  z_stream stream;
  memset (&stream, 0, sizeof stream);
  if (room > UINT_MAX || count > UINT_MAX
      || deflateInit2 (&stream, level, Z_DEFLATED, 16 + 13, 6, Z_DEFAULT_STRATEGY) != Z_OK)
    return 0;
  stream.next_in = (Bytef *) bytes;
  stream.avail_in = (uInt) count;
  stream.next_out = (Bytef *) target;
  stream.avail_out = (uInt) room;
  int result = deflate (&stream, Z_FINISH);
  size_t written = stream.total_out;
  deflateEnd (&stream);
  return result == Z_STREAM_END ? written : 0;
}

#endif
