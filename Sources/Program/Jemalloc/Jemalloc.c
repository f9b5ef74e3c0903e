/*
 * The settings of jemalloc, the allocator of the program, which is used in place of the C library's (jemalloc(3)).
 *
 * A session that takes part in an event keeps about 20 small objects and frees 20 of an event long ago. The C library's
 * allocator searches for free memory in lists that run through all of it, and most of that memory is not in the processor's
 * caches. jemalloc takes memory from a bit set for each size instead.
 *
 * A thread of its own returns unused memory to the kernel, because that takes the kernel's lock on the memory of the process,
 * for which requests would wait.
 */
#include "Jemalloc.h"

/* A debug build has no jemalloc, so nothing reads the settings there. */
extern const char *malloc_conf;
const char *malloc_conf = "background_thread:true";
