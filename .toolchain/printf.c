/* vsnprintf of a page. The C library's computes in 113 bits, which a page has no instructions for: with what stands
   around it 7 KB of the page. This one knows the formats that the page's programs have: %s, %d, %x with so many digits
   (%02x), and %e, %f and %g with so many places (%.3g, %.*f), which are as everywhere the exact value, rounded, of two
   the even one. third_party.cmake has the linker take it for vsnprintf. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { kLimbs = 90, kBillion = 1000000000, kTimes = 12 };

/* 0.d1d2d3… · 10^point, the first and the last digit not 0 */
typedef struct {
  int count, point;
  char digits[9 * kLimbs];
} Decimal;

typedef struct {
  char* to;
  size_t room, length; /* the length goes on where there is no room */
} Out;

__attribute__((noinline)) static void put(Out* out, char letter) {
  if (out->length + 1 < out->room) out->to[out->length] = letter;
  ++out->length;
}

static void put_text(Out* out, const char* text) {
  while (*text) put(out, *text++);
}

static void put_whole(Out* out, uint32_t value, uint32_t base, int least) {
  char digits[10];
  int count = 0;
  do digits[count++] = "0123456789abcdef"[value % base];
  while (value /= base);
  for (; least > count; --least) put(out, '0');
  while (count > 0) put(out, digits[--count]);
}

static void trim(Decimal* a) {
  while (a->count > 0 && a->digits[a->count - 1] == '0') --a->count;
  if (a->count == 0) a->point = 1;
}

/* The number with these bits, without its sign, with all its digits: m · 2^e is m · 5^-e / 10^-e. */
static void expand(uint64_t bits, Decimal* a) {
  uint32_t limbs[kLimbs];
  uint64_t m = bits & ((1ULL << 52) - 1);
  int exponent = (int)(bits >> 52 & 2047);
  int size = 0;
  int first = 0;
  if (exponent) m |= 1ULL << 52;
  exponent -= exponent ? 1075 : 1074;
  for (; m; m /= kBillion) limbs[size++] = (uint32_t)(m % kBillion);
  for (int left = abs(exponent); left > 0; left -= kTimes) {
    uint32_t factor = 1;
    uint64_t carry = 0;
    for (int j = 0; j < kTimes && j < left; ++j) factor *= exponent < 0 ? 5 : 2;
    for (int j = 0; j < size; ++j) {
      carry += (uint64_t)limbs[j] * factor;
      limbs[j] = (uint32_t)(carry % kBillion);
      carry /= kBillion;
    }
    if (carry) limbs[size++] = (uint32_t)carry;
  }
  for (int k = 0; k < size; ++k) {
    uint32_t limb = limbs[size - 1 - k];
    for (int j = 8; j >= 0; --j, limb /= 10) a->digits[9 * k + j] = (char)('0' + limb % 10);
  }
  while (first < 9 * size && a->digits[first] == '0') ++first;
  a->count = 9 * size - first;
  memmove(a->digits, a->digits + first, (size_t)a->count);
  a->point = a->count + (exponent < 0 ? exponent : 0);
  trim(a);
}

/* Keeps so many digits. */
static void round_to(Decimal* a, int kept) {
  int up;
  if (kept >= a->count) return;
  up = kept >= 0 && (a->digits[kept] > '5' ||
                     (a->digits[kept] == '5' && (kept + 1 < a->count || (kept > 0 && a->digits[kept - 1] & 1))));
  a->count = kept < 0 ? 0 : kept;
  if (up) {
    while (a->count > 0 && a->digits[a->count - 1] == '9') --a->count;
    if (a->count == 0) {
      a->digits[a->count++] = '1';
      ++a->point;
    } else {
      ++a->digits[a->count - 1];
    }
  }
  trim(a);
}

/* Digits from one place to before another, counted from the first. */
static void put_digits(Out* out, const Decimal* a, int from, int to) {
  for (; from < to; ++from) put(out, from >= 0 && from < a->count ? a->digits[from] : '0');
}

static void put_double(Out* out, double value, char kind, int places) {
  Decimal a;
  uint64_t bits;
  int exponent;
  memcpy(&bits, &value, sizeof bits);
  if (bits >> 63) put(out, '-');
  bits &= ~0ULL >> 1;
  if (bits >> 52 == 2047) {
    put_text(out, bits << 12 ? "nan" : "inf");
    return;
  }
  if (kind == 'g' && places > 0) --places;
  expand(bits, &a);
  round_to(&a, kind == 'f' ? a.point + places : places + 1);
  exponent = a.point - 1;
  if (kind == 'g') {
    kind = exponent < -4 || exponent > places ? 'e' : 'f';
    places = a.count - (kind == 'e' ? 1 : a.point);
  }
  if (kind == 'e') exponent = 0;
  put_digits(out, &a, exponent < 0 ? -1 : 0, exponent < 0 ? 0 : exponent + 1);
  if (places > 0) put(out, '.');
  put_digits(out, &a, exponent + 1, exponent + 1 + places);
  if (kind == 'f') return;
  exponent = a.point - 1;
  put_text(out, exponent < 0 ? "e-" : "e+");
  put_whole(out, (uint32_t)abs(exponent), 10, 2);
}

int __wrap_vsnprintf(char* to, size_t room, const char* format, va_list values);

int __wrap_vsnprintf(char* to, size_t room, const char* format, va_list values) {
  Out out = {to, room, 0};
  for (; *format; ++format) {
    int numbers[] = {0, 6}; /* least digits of a whole number, places */
    int at = 0;
    if (*format != '%') {
      put(&out, *format);
      continue;
    }
    for (++format; *format == '.' || *format == '*' || (*format >= '0' && *format <= '9'); ++format) {
      if (*format == '.')
        numbers[at = 1] = 0;
      else
        numbers[at] = *format == '*' ? va_arg(values, int) : 10 * numbers[at] + (*format - '0');
    }
    switch (*format) {
      case 's': put_text(&out, va_arg(values, const char*)); break;
      case 'x': put_whole(&out, va_arg(values, uint32_t), 16, numbers[0]); break;
      case 'd': {
        const int value = va_arg(values, int);
        if (value < 0) put(&out, '-');
        put_whole(&out, value < 0 ? 0U - (uint32_t)value : (uint32_t)value, 10, 1);
        break;
      }
      case 'e':
      case 'f':
      case 'g': put_double(&out, va_arg(values, double), *format, numbers[1]); break;
      default: put(&out, *format);
    }
  }
  if (room > 0) to[out.length < room ? out.length : room - 1] = 0;
  return (int)out.length;
}

#ifdef __EMSCRIPTEN__
#include <emscripten/console.h>
#include <stdio.h>

int __wrap_fiprintf(FILE* file, const char* format, ...);

/* What libraries say of an error goes to the page, without the C library's files. */
FILE* const stderr = NULL;

int __wrap_fiprintf(FILE* file, const char* format, ...) {
  char line[1000];
  va_list values;
  va_start(values, format);
  const int length = __wrap_vsnprintf(line, sizeof line, format, values);
  va_end(values);
  (void)file;
  emscripten_err(line);
  return length;
}
#endif
