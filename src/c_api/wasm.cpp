// The C API as WebAssembly: progress goes to an import, as a host cannot easily hand over a function pointer; and the
// sums over the data can be shared out among several instances.
#include <cstdlib>
#include <span>
#include <vector>

#include "c_api/examples.hpp"
#include "c_api/lifted_learner.h"

#define IMPORTED(name) __attribute__((import_module("env"), import_name(#name)))
#define EXPORTED(name) __attribute__((export_name(#name)))

IMPORTED(progress) void host_progress(double fraction);

namespace {

void report(double fraction) { host_progress(fraction); }

std::vector<double> gathered;

}  // namespace

extern "C" {

// Memory for what is handed over.
EXPORTED(allocate) void* lifted_allocate(std::size_t bytes) { return std::malloc(bytes); }
EXPORTED(release) void lifted_release(void* memory) { std::free(memory); }

// A part of the sums over the data, see learner::MomentsPart; they stay until the next call. Null: the data are no good.
EXPORTED(gather)
const double* lifted_gather(int d, int d_out, int targets, int count, const int* lengths, const double* tokens,
                            const double* answers, int part, int parts) {
  gathered.clear();
  const auto data = c_api::data_of({d, d_out, targets, count, lengths, tokens, answers});
  if (!data) return nullptr;
  auto moments = learner::gather(*data, {.number = part, .of = parts}, report);
  if (moments) gathered = moments->part_sums();
  return gathered.data();
}
EXPORTED(gathered_size) int lifted_gathered_size() { return static_cast<int>(gathered.size()); }

// `sums`: those of so many parts, one after another; with parts = 0 they are added up here.
EXPORTED(learn)
lifted_learned* lifted_learn_here(int d, int d_out, int targets, double lambda, int count, const int* lengths,
                                  const double* tokens, const double* answers, int parts, const double* sums,
                                  int size) {
  const auto data = c_api::data_of({d, d_out, targets, count, lengths, tokens, answers});
  if (!data) return c_api::outcome_of(std::unexpected(data.error()));
  if (parts < 1) return c_api::outcome_of(learner::learn(*data, lambda, report));
  auto moments = learner::gather(*data, {.of = 0});
  if (!moments) return c_api::outcome_of(std::unexpected(moments.error()));
  std::span<const double> left(sums, static_cast<std::size_t>(size));
  for (int part = 0; part < parts; ++part) left = moments->take({.number = part, .of = parts}, left);
  return c_api::outcome_of(learner::learn(*data, *moments, lambda, report));
}
}
