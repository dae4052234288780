#include "program/npy.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <string_view>
#include <utility>

#include "learner/table_cells.hpp"

namespace program {
namespace {

using learner::fail;
using learner::quoted_cell;

// The value of a key in the header, a Python dictionary: up to the comma or bracket that ends it.
std::string_view value_of_key(std::string_view header, std::string_view key) {
  const std::size_t at = header.find("'" + std::string(key) + "':");
  if (at == std::string_view::npos) return {};
  std::string_view rest = header.substr(at + key.size() + 3);
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  const bool tuple = rest.starts_with('(');
  return rest.substr(0, std::min(rest.find_first_of(tuple ? ")" : ",}"), rest.size()));
}

std::string printable(std::string_view text) {
  std::string shown(text);
  for (char& letter : shown)
    if (letter < ' ' || letter > '~') letter = '?';
  return shown;
}

// The numbers of a tuple; none where there is something else in it.
std::vector<Index> numbers_of(std::string_view tuple) {
  std::vector<Index> numbers;
  while (!tuple.empty()) {
    tuple.remove_prefix(std::min(tuple.find_first_not_of("(, L"), tuple.size()));
    if (tuple.empty()) break;
    Index number = 0;
    const auto [end, error] = std::from_chars(tuple.data(), tuple.data() + tuple.size(), number);
    if (error != std::errc() || number < 0) return {};
    numbers.push_back(number);
    tuple.remove_prefix(static_cast<std::size_t>(end - tuple.data()));
  }
  return numbers;
}

template <class T>
double number_at(const char* bytes, bool swapped) {
  std::array<char, sizeof(T)> own;
  std::memcpy(own.data(), bytes, sizeof(T));
  if (swapped) std::ranges::reverse(own);
  return static_cast<double>(std::bit_cast<T>(own));
}

using ReadNumber = double (*)(const char*, bool);
constexpr std::pair<std::string_view, ReadNumber> kKinds[] = {
    {"f8", number_at<double>},        {"f4", number_at<float>},         {"f2", number_at<_Float16>},
    {"i1", number_at<std::int8_t>},   {"i2", number_at<std::int16_t>},  {"i4", number_at<std::int32_t>},
    {"i8", number_at<std::int64_t>},  {"u1", number_at<std::uint8_t>},  {"u2", number_at<std::uint16_t>},
    {"u4", number_at<std::uint32_t>}, {"u8", number_at<std::uint64_t>},
};
ReadNumber reader_of(std::string_view kind) {
  const auto* const found = std::ranges::find(kKinds, kind, &std::pair<std::string_view, ReadNumber>::first);
  return found == std::end(kKinds) ? nullptr : found->second;
}
Index width_of(std::string_view kind) { return kind.back() - '0'; }

Index product(const std::vector<Index>& factors) {
  return std::accumulate(factors.begin(), factors.end(), Index{1}, std::multiplies());
}

// The header with its shape, padded as numpy pads it.
std::string npy_head(const std::vector<Index>& shape) {
  std::string dictionary = "{'descr': '<f8', 'fortran_order': False, 'shape': (";
  for (const Index size : shape) dictionary += std::to_string(size) + ",";
  dictionary += "), }";
  constexpr std::size_t kBefore = 10;
  dictionary.append(63 - (kBefore + dictionary.size()) % 64, ' ').push_back('\n');
  std::string head("\x93NUMPY\x01\x00", 8);
  head.push_back(static_cast<char>(dictionary.size() & 0xff));
  head.push_back(static_cast<char>(dictionary.size() >> 8));
  return head + dictionary;
}

std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t sum = ~0U;
  for (const char byte : bytes) {
    sum ^= static_cast<std::uint8_t>(byte);
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1) ^ (0xEDB88320U & (0U - (sum & 1U)));
  }
  return ~sum;
}

// Little-endian numbers one after another.
class Record {
 public:
  Record& two(std::size_t value) { return put(value, 2); }
  Record& four(std::size_t value) { return put(value, 4); }
  Record& text(std::string_view words) { return bytes_ += words, *this; }
  const std::string& bytes() const { return bytes_; }

 private:
  Record& put(std::size_t value, int count) {
    for (int k = 0; k < count; ++k, value >>= 8) bytes_.push_back(static_cast<char>(value & 0xff));
    return *this;
  }
  std::string bytes_;
};

}  // namespace

Expected<OpenFile> open_file(const std::string& path, const char* mode) {
  OpenFile file(std::fopen(path.c_str(), mode));
  if (!file) return fail("%1 cannot be opened: %2.", path, std::strerror(errno));
  return file;
}

Expected<NpyFile> NpyFile::open(const std::string& path) {
  auto file = open_file(path, "rb");
  if (!file) return std::unexpected(file.error());
  NpyFile npy;
  npy.path_ = path;
  npy.file_ = std::move(*file);
  std::array<unsigned char, 12> start{};
  const std::size_t got = std::fread(start.data(), 1, start.size(), npy.file_.get());
  if (got < 10 || std::memcmp(start.data(), "\x93NUMPY", 6) != 0)
    return fail("%1 is no array of NumPy: write it by numpy.save.", path);
  const bool wide = start[6] >= 2;
  const Index length =
      wide ? start[8] | start[9] << 8 | start[10] << 16 | Index{start[11]} << 24 : start[8] | start[9] << 8;
  npy.begin_ = (wide ? 12 : 10) + length;
  std::string header(static_cast<std::size_t>(std::min<Index>(length, 1 << 20)), ' ');
  std::fseek(npy.file_.get(), wide ? 12 : 10, SEEK_SET);
  if (std::fread(header.data(), 1, header.size(), npy.file_.get()) != header.size())
    return fail("%1 ends within its header: write it again.", path);
  const std::string_view descr = value_of_key(header, "descr");
  npy.kind_ = descr.size() == 5 ? descr.substr(2, 2) : "";
  npy.swapped_ = descr.size() == 5 && descr[1] == '>';
  npy.by_columns_ = value_of_key(header, "fortran_order") == "True";
  npy.shape_ = numbers_of(value_of_key(header, "shape"));
  if (reader_of(npy.kind_) == nullptr)
    return fail("%1 has numbers of the kind %2: give real numbers, float64 for example.", path,
                quoted_cell(printable(descr)));
  if (npy.shape_.empty()) return fail("%1 is a single number: give an array.", path);
  if (std::ranges::count(npy.shape_, 0) > 0)
    return fail("%1 is empty, of shape %2: give at least one sequence.", path, npy.shape_text());
  struct stat state{};
  double wanted = static_cast<double>(width_of(npy.kind_));
  for (const Index size : npy.shape_) wanted *= static_cast<double>(size);
  if (::fstat(::fileno(npy.file_.get()), &state) != 0 || wanted > static_cast<double>(state.st_size - npy.begin_))
    return fail("%1 has fewer bytes than its shape %2 says: write it again.", path, npy.shape_text());
  return npy;
}

std::string NpyFile::shape_text() const {
  std::string text = "(";
  for (const Index size : shape_) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + ")";
}

Expected<std::vector<double>> NpyFile::read(Index first, Index count) const {
  const Index width = width_of(kind_);
  const Index rows = shape_.front();
  const Index each = product(shape_) / std::max<Index>(rows, 1);  // numbers of one place of the first axis
  // By columns, the first axis runs fastest: one piece for each place of the others.
  const Index pieces = by_columns_ ? each : 1;
  const Index numbers = by_columns_ ? count : count * each;
  std::vector<char> bytes(static_cast<std::size_t>(pieces * numbers * width));
  for (Index piece = 0; piece < pieces; ++piece) {
    const Index at = begin_ + width * (by_columns_ ? piece * rows + first : first * each);
    const auto size = static_cast<std::size_t>(numbers * width);
    char* const into = bytes.data() + static_cast<std::size_t>(piece) * size;
    if (::fseeko(file_.get(), at, SEEK_SET) != 0 || std::fread(into, 1, size, file_.get()) != size)
      return fail("%1 cannot be read to its end: %2.", path_, std::strerror(errno));
  }
  // Where a place (i, j, k, ..) of the others stands by rows, and by columns.
  std::vector<double> values(static_cast<std::size_t>(count * each));
  const ReadNumber number = reader_of(kind_);
  for (Index place = 0; place < each; ++place) {
    Index by_columns = 0;
    for (Index axis = std::ssize(shape_) - 1, rest = place, stride = each; axis > 0; --axis) {
      const Index size = shape_[static_cast<std::size_t>(axis)];
      stride /= size;
      by_columns += (rest % size) * stride;
      rest /= size;
    }
    for (Index row = 0; row < count; ++row) {
      const Index from = by_columns_ ? by_columns * count + row : row * each + place;
      values[static_cast<std::size_t>(row * each + place)] = number(bytes.data() + from * width, swapped_);
    }
  }
  return values;
}

NamedArray named(std::string name, const Matrix& matrix) {
  NamedArray array{.name = std::move(name), .shape = {matrix.rows(), matrix.cols()}, .numbers = {}};
  for (Index row = 0; row < matrix.rows(); ++row)
    for (Index column = 0; column < matrix.cols(); ++column) array.numbers.push_back(matrix(row, column));
  return array;
}

NamedArray named(std::string name, const Vector& vector) {
  return {.name = std::move(name), .shape = {vector.size()}, .numbers = {vector.begin(), vector.end()}};
}

Expected<void> write_npz(const std::string& path, const std::vector<NamedArray>& arrays) {
  Record files;
  Record directory;
  for (const NamedArray& array : arrays) {
    std::string content = npy_head(array.shape);
    const std::size_t head = content.size();
    content.resize(head + sizeof(double) * array.numbers.size());
    if (!array.numbers.empty()) std::memcpy(content.data() + head, array.numbers.data(), content.size() - head);
    const std::string name = array.name + ".npy";
    const std::uint32_t sum = crc32(content);
    const auto entry = [&](Record& record) {  // what both lists say of a file: stored, on 1 January 1980
      record.two(20).two(0).two(0).two(0).two(33).four(sum).four(content.size()).four(content.size());
      record.two(name.size()).two(0);
    };
    const std::size_t at = files.bytes().size();
    if (at + content.size() > std::numeric_limits<std::uint32_t>::max())
      return fail("%1 would have more than 4 GB: write JSON.", path);
    entry(files.text("PK\x03\x04"));
    files.text(name).text(content);
    entry(directory.text("PK\x01\x02").two(20));
    directory.two(0).two(0).two(0).four(0).four(at).text(name);
  }
  const std::size_t begin = files.bytes().size();
  files.text(directory.bytes()).text("PK\x05\x06").two(0).two(0).two(arrays.size()).two(arrays.size());
  files.four(directory.bytes().size()).four(begin).two(0);
  auto file = open_file(path, "wb");
  if (!file) return std::unexpected(file.error());
  const std::string& bytes = files.bytes();
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file->get()) == bytes.size();
  if (!written || std::fflush(file->get()) != 0) return fail("%1 cannot be written: %2.", path, std::strerror(errno));
  return {};
}

}  // namespace program
