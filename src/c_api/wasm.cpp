// The C API as WebAssembly: progress goes to an import, as a host cannot easily hand over a function pointer.
#include <cstdlib>

#include "c_api/lifted_learner.h"

#define IMPORTED(name) __attribute__((import_module("env"), import_name(#name)))
#define EXPORTED(name) __attribute__((export_name(#name)))

IMPORTED(progress) void host_progress(double fraction);

extern "C" {

// Memory for what is handed over.
EXPORTED(allocate) void* lifted_allocate(std::size_t bytes) { return std::malloc(bytes); }
EXPORTED(release) void lifted_release(void* memory) { std::free(memory); }

EXPORTED(learn)
lifted_learned* lifted_learn_here(int d, int d_out, int targets, double lambda, int count, const int* lengths,
                                  const double* tokens, const double* answers) {
  return lifted_learn(
      d, d_out, targets, lambda, count, lengths, tokens, answers,
      [](double fraction, void*) { host_progress(fraction); }, nullptr);
}
}
