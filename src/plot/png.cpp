#include "plot/png.hpp"

#include <algorithm>
#include <cstdint>

#include "plot/pixel_painter.hpp"

namespace plot {
namespace {

char byte(std::uint32_t value, int shift) { return static_cast<char>(value >> shift & 255U); }

void append_big_endian(std::string& out, std::uint32_t value) {
  for (const int shift : {24, 16, 8, 0}) out += byte(value, shift);
}

std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t rest = ~0U;
  for (const char c : bytes) {
    rest ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) rest = rest >> 1U ^ ((rest & 1U) != 0 ? 0xedb88320U : 0U);
  }
  return ~rest;
}

std::uint32_t adler32(std::string_view bytes) {
  constexpr std::uint32_t kPrime = 65521;
  std::uint32_t sum = 1;
  std::uint32_t sums = 0;
  for (const char c : bytes) {
    sum = (sum + static_cast<unsigned char>(c)) % kPrime;
    sums = (sums + sum) % kPrime;
  }
  return sums << 16U | sum;
}

void append_chunk(std::string& out, std::string_view kind, std::string_view data) {
  append_big_endian(out, static_cast<std::uint32_t>(data.size()));
  const std::string body = std::string(kind).append(data);
  out += body;
  append_big_endian(out, crc32(body));
}

// A zlib stream of blocks that are stored as they are.
std::string stored(std::string_view bytes) {
  constexpr std::size_t kMost = 65535;
  std::string out = "\x78\x01";
  for (std::size_t at = 0; at < bytes.size(); at += kMost) {
    const std::string_view block = bytes.substr(at, kMost);
    const auto size = static_cast<std::uint32_t>(block.size());
    out += static_cast<char>(at + kMost >= bytes.size());
    for (const std::uint32_t number : {size, ~size}) out.append({byte(number, 0), byte(number, 8)});
    out += block;
  }
  append_big_endian(out, adler32(bytes));
  return out;
}

}  // namespace

std::string png(const Raster& raster) {
  std::string header;
  append_big_endian(header, static_cast<std::uint32_t>(raster.width));
  append_big_endian(header, static_cast<std::uint32_t>(raster.height));
  header += {8, 6, 0, 0, 0};  // bits a channel, colours with alpha
  std::string rows;
  for (std::size_t k = 0; k < raster.pixels.size(); ++k) {
    if (k % static_cast<std::size_t>(raster.width) == 0) rows += '\0';  // no filter
    for (const int shift : {0, 8, 16, 24}) rows += byte(raster.pixels[k], shift);
  }
  std::string out = "\x89PNG\r\n\x1a\n";
  append_chunk(out, "IHDR", header);
  append_chunk(out, "IDAT", stored(rows));
  append_chunk(out, "IEND", {});
  return out;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::string_view three = bytes.substr(at, 3);
    std::uint32_t number = 0;
    for (std::size_t k = 0; k < 3; ++k)
      number = number << 8U | (k < three.size() ? static_cast<unsigned char>(three[k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k) out += k <= three.size() ? kDigits[number >> (18 - 6 * k) & 63U] : '=';
  }
  return out;
}

}  // namespace plot
