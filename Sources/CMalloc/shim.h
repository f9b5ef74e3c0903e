// The settings of the C library's allocator, which Swift's Glibc module leaves out.

#include <malloc.h>
