#include <mpi.h>

#include <cstdint>
#include <cstdlib>

#include "program/ranks.hpp"

namespace program {
namespace {

constexpr int kTag = 1;

}  // namespace

Ranks::Ranks(int* count, char*** words) {
  MPI_Init(count, words);
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  rank_ = rank;
  size_ = size;
}

Ranks::~Ranks() { MPI_Finalize(); }

void Ranks::share(std::string& bytes) const {
  std::uint64_t size = bytes.size();
  MPI_Bcast(&size, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  bytes.resize(size);
  MPI_Bcast(bytes.data(), static_cast<int>(size), MPI_BYTE, 0, MPI_COMM_WORLD);
}

void Ranks::send(const std::string& bytes, Index to) const {
  MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, static_cast<int>(to), kTag, MPI_COMM_WORLD);
}

std::string Ranks::receive(Index from) const {
  MPI_Status status;
  MPI_Probe(static_cast<int>(from), kTag, MPI_COMM_WORLD, &status);
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  std::string bytes(static_cast<std::size_t>(size), '\0');
  MPI_Recv(bytes.data(), size, MPI_BYTE, static_cast<int>(from), kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return bytes;
}

void Ranks::end_all(int code) const {
  MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

}  // namespace program
