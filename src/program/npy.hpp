#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "learner/error.hpp"
#include "learner/matrix.hpp"

namespace program {

using learner::Expected;
using learner::Index;
using learner::Matrix;
using learner::Vector;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

// Errors: a file that cannot be opened, with the system's reason.
Expected<OpenFile> open_file(const std::string& path, const char* mode);

// An array as numpy.save writes it, read piece by piece: real numbers of 16 to 64 bits or whole ones of 8 to 64, in
// either byte order, by rows (C) or by columns (Fortran). Format: numpy.lib.format, versions 1 to 3.
class NpyFile {
 public:
  // Errors: no such file; another kind of numbers; fewer bytes than the shape says.
  static Expected<NpyFile> open(const std::string& path);

  const std::string& path() const { return path_; }
  const std::vector<Index>& shape() const { return shape_; }
  // "(3, 4)"
  std::string shape_text() const;

  // The part [first, first + count) of the first axis as doubles, by rows. Errors: the file cannot be read.
  Expected<std::vector<double>> read(Index first, Index count) const;

 private:
  std::string path_;
  OpenFile file_;
  std::vector<Index> shape_;
  std::string kind_;  // "f8" and the like
  bool swapped_ = false;
  bool by_columns_ = false;
  Index begin_ = 0;  // of the numbers in the file, bytes
};

// An array that goes into a .npz file: doubles by rows.
struct NamedArray {
  std::string name;
  std::vector<Index> shape;
  std::vector<double> numbers;
};
NamedArray named(std::string name, const Matrix& matrix);
NamedArray named(std::string name, const Vector& vector);

// Writes arrays as numpy.savez does, not compressed. Errors: the file cannot be written; more than 4 GB.
Expected<void> write_npz(const std::string& path, const std::vector<NamedArray>& arrays);

}  // namespace program
