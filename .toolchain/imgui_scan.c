/* ImGui reads two GL version lines and its own settings, of which there are none, with sscanf: 2 KB of the page for
   whole numbers. third_party.cmake gives it this instead. */
#include <stdarg.h>

int imgui_scan(const char* text, const char* format, ...);

/* For each %d of the format the next whole number of the text, whatever stands around it; how many were found. Of a
   number that is too long its first digits. */
int imgui_scan(const char* text, const char* format, ...) {
  va_list places;
  int found = 0;
  va_start(places, format);
  for (; *format; ++format) {
    int* place;
    if (format[0] != '%' || format[1] != 'd') continue;
    while (*text && (*text < '0' || *text > '9')) ++text;
    if (!*text) break;
    place = va_arg(places, int*);
    for (*place = 0; *text >= '0' && *text <= '9'; ++text) {
      if (*place < 100000000) *place = 10 * *place + (*text - '0');
    }
    ++found;
  }
  va_end(places);
  return found;
}
