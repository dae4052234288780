/* What sin and cos do with large numbers in a page. The C library's file has 2/pi to 16,000 bits, 2 KB of a compressed
   page, for its 128-bit numbers; those of 64 bits need 1,600. third_party.cmake has the linker take it first. */
#include "libm.h"
#undef LDBL_MAX_EXP
#define LDBL_MAX_EXP 1024
#include "__rem_pio2_large.c"
