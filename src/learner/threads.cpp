// Threads, natively; for WebAssembly the header has all of it.
#ifndef __EMSCRIPTEN__
#include "learner/threads.hpp"

#include <pthread.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

namespace learner {
namespace {

thread_local bool is_within = false;  // a piece of work

// Helpers that sleep until there is work; who brings it works, too.
class Crew {
 public:
  explicit Crew(int helpers) {
    for (int k = 0; k < helpers; ++k) helpers_.emplace_back([this](const std::stop_token& stop) { help(stop); });
  }

  void share(Index count, void (*call)(const void*, Index), const void* work) {
    {
      const std::lock_guard lock(mutex_);
      count_ = count, call_ = call, work_ = work;
      next_ = 0;
      busy_ = static_cast<int>(helpers_.size());
      ++round_;
    }
    wake_.notify_all();
    take_pieces();
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
  }

 private:
  void take_pieces() {
    is_within = true;
    for (Index piece = next_++; piece < count_; piece = next_++) call_(work_, piece);
    is_within = false;
  }

  void help(const std::stop_token& stop) {
    for (std::uint64_t seen = 0;;) {
      {
        std::unique_lock lock(mutex_);
        if (!wake_.wait(lock, stop, [&] { return round_ != seen; })) return;
        seen = round_;
      }
      take_pieces();
      const std::lock_guard lock(mutex_);
      if (--busy_ == 0) done_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::condition_variable done_;
  std::uint64_t round_ = 0;
  int busy_ = 0;  // helpers that have not come back from this round
  std::atomic<Index> next_ = 0;
  Index count_ = 0;
  void (*call_)(const void*, Index) = nullptr;
  const void* work_ = nullptr;
  std::vector<std::jthread> helpers_;  // the last member: they end before what they use
};

std::mutex leading;    // held by who shares work out
Crew* crew = nullptr;  // not deleted when the process ends: some other thread may still learn
std::atomic<int> count_of_threads = 1;

// A process that has been forked has none of the helpers.
void forget_helpers() {
  new (&leading) std::mutex;
  crew = nullptr;
  count_of_threads = 1;
}

}  // namespace

void use_threads(int count) {
  [[maybe_unused]] static const int told = pthread_atfork(nullptr, nullptr, forget_helpers);
  const std::lock_guard lock(leading);
  if (count == count_of_threads) return;
  delete std::exchange(crew, nullptr);
  count_of_threads = std::max(1, count);
  if (count_of_threads > 1) crew = new Crew(count_of_threads - 1);
}

int threads() { return count_of_threads; }

int processors() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

void detail::share(Index count, void (*call)(const void*, Index), const void* work) {
  if (count > 1 && threads() > 1 && !is_within) {
    if (const std::unique_lock lock(leading, std::try_to_lock); lock && crew != nullptr)
      return crew->share(count, call, work);
  }
  for (Index piece = 0; piece < count; ++piece) call(work, piece);
}

}  // namespace learner
#endif
