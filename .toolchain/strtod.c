/* strtod of a page. The C library's computes in 113 bits, which a page has no instructions for: 5 KB of it. This one
   reads what our programs let through (parameter.cpp, table_cells.cpp), decimals with a point, and gives the nearest
   double, of two the even one, as everywhere.

   Few digits and a small power of ten take one exact operation. Anything else is a quotient of two whole numbers, found
   by long division. third_party.cmake has the linker take it for strtod. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Digits beyond kMost cannot change which double is nearest, unless there is a tie without them: a 1 stands for them. */
enum { kMost = 800, kWords = 128 };

typedef struct {
  int size; /* words in use; the last one is not 0 */
  uint32_t words[kWords];
} Whole;

/* a = a · factor + plus */
static void multiply(Whole* a, uint32_t factor, uint32_t plus) {
  uint64_t carry = plus;
  for (int k = 0; k < a->size; ++k) {
    carry += (uint64_t)a->words[k] * factor;
    a->words[k] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry) a->words[a->size++] = (uint32_t)carry;
}

static void double_up(Whole* a, int times) {
  for (; times >= 31; times -= 31) multiply(a, 1U << 31, 0);
  multiply(a, 1U << times, 0);
}

static int bits_of(const Whole* a) { return 32 * a->size - __builtin_clz(a->words[a->size - 1]); }

static int is_less(const Whole* a, const Whole* b) {
  int k = a->size - 1;
  if (a->size != b->size) return a->size < b->size;
  while (k > 0 && a->words[k] == b->words[k]) --k;
  return a->words[k] < b->words[k];
}

/* a = a - b, b not larger than a */
static void subtract(Whole* a, const Whole* b) {
  uint32_t borrow = 0;
  for (int k = 0; k < a->size; ++k) {
    const uint64_t taken = (uint64_t)borrow + (k < b->size ? b->words[k] : 0);
    borrow = a->words[k] < taken;
    a->words[k] -= (uint32_t)taken;
  }
  while (a->size > 0 && a->words[a->size - 1] == 0) --a->size;
}

/* n / m, neither 0 */
static double quotient(Whole* n, Whole* m) {
  int exponent = bits_of(n) - bits_of(m);
  int bits = 54; /* what a double holds, and one to round by */
  uint64_t q = 0;
  double power;
  double_up(exponent < 0 ? n : m, abs(exponent));
  if (is_less(n, m)) {
    double_up(n, 1);
    --exponent;
  }
  /* n / m · 2^exponent, and n / m is from 1 to below 2 */
  if (exponent > 1023) return __builtin_inf();
  if (exponent < -1022) bits += exponent + 1022;
  for (int k = 0; k < bits; ++k) {
    q <<= 1;
    if (!is_less(n, m)) {
      subtract(n, m);
      q |= 1;
    }
    if (n->size > 0) double_up(n, 1);
  }
  q = (q >> 1) + (q & ((q >> 1) | (n->size > 0)) & 1);
  exponent -= bits - 2; /* of the last place */
  const uint64_t written = exponent < -1022 ? 1ULL << (exponent + 1074) : (uint64_t)(exponent + 1023) << 52;
  if (bits < 1) return 0;
  memcpy(&power, &written, sizeof power);
  return (double)q * power;
}

/* count of the digits at `text`, which hold a point or not, times 10^exponent */
static double decimal(const char* text, int count, int rest, int exponent) {
  Whole n = {1, {0}}, m = {1, {1}};
  if (count + exponent > 310) return __builtin_inf();
  if (count + exponent < -324) return 0;
  for (int left = count; left > 0; ++text) {
    if (*text == '.') continue;
    multiply(&n, 10, (uint32_t)(*text - '0'));
    --left;
  }
  if (rest) {
    multiply(&n, 10, 1);
    --exponent;
  }
  for (int k = abs(exponent); k > 0; --k) multiply(exponent < 0 ? &m : &n, 10, 0);
  return quotient(&n, &m);
}

double __wrap_strtod(const char* text, char** end);

double __wrap_strtod(const char* text, char** end) {
  const char* at = text + (*text == '-' || *text == '+');
  const char* first = NULL; /* digit that is not 0 */
  const char* last = NULL;  /* character of the number so far */
  int count = 0;            /* of digits from the first one */
  int rest = 0;             /* whether there are more than kMost, and not all 0 */
  int exponent = 0;
  int is_behind = 0; /* the point */
  uint64_t small = 0;
  double value = 0;
  for (; (*at >= '0' && *at <= '9') || (*at == '.' && !is_behind); ++at) {
    if (*at == '.') {
      is_behind = 1;
      if (last) last = at;
      continue;
    }
    last = at;
    if (*at != '0' && !first) first = at;
    if (first && count == kMost) {
      rest |= *at != '0';
      exponent += !is_behind;
      continue;
    }
    if (first && ++count <= 15) small = 10 * small + (uint64_t)(*at - '0');
    exponent -= is_behind;
  }
  if (end) *end = (char*)(last ? last + 1 : text);
  if (!last) return 0;
  if (*at == 'e' || *at == 'E') {
    const int is_negative = *++at == '-';
    int power = 0;
    at += *at == '-' || *at == '+';
    for (; *at >= '0' && *at <= '9'; ++at) {
      if (power < 100000) power = 10 * power + (*at - '0');
      if (end) *end = (char*)at + 1;
    }
    exponent += is_negative ? -power : power;
  }
  if (first && count <= 15 && abs(exponent) <= 22) {
    double power = 1; /* exact up to 10^22 */
    for (int k = abs(exponent); k > 0; --k) power *= 10;
    value = exponent < 0 ? (double)small / power : (double)small * power;
  } else if (first) {
    value = decimal(first, count, rest, exponent);
  }
  return *text == '-' ? -value : value;
}
