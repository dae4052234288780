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
  // As many as the machine has room for.
  explicit Crew(int helpers) {
    pthread_t helper;
    while (size() < helpers && pthread_create(&helper, nullptr, begin, this) == 0) helpers_.push_back(helper);
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    wake_.notify_all();
    for (const pthread_t helper : helpers_) pthread_join(helper, nullptr);
  }

  int size() const { return static_cast<int>(helpers_.size()); }

  void share(Index count, void (*call)(const void*, Index), const void* work) {
    {
      const std::lock_guard lock(mutex_);
      count_ = count, call_ = call, work_ = work;
      next_ = 0;
      busy_ = size();
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

  static void* begin(void* crew) {
    static_cast<Crew*>(crew)->help();
    return nullptr;
  }

  void help() {
    for (std::uint64_t seen = 0;;) {
      {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [&] { return ends_ || round_ != seen; });
        if (ends_) return;
        seen = round_;
      }
      take_pieces();
      const std::lock_guard lock(mutex_);
      if (--busy_ == 0) done_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable done_;
  std::uint64_t round_ = 0;
  bool ends_ = false;
  int busy_ = 0;  // helpers that have not come back from this round
  std::atomic<Index> next_ = 0;
  Index count_ = 0;
  void (*call_)(const void*, Index) = nullptr;
  const void* work_ = nullptr;
  std::vector<pthread_t> helpers_;
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
  if (count > 1) crew = new Crew(count - 1);
  count_of_threads = crew != nullptr ? 1 + crew->size() : 1;
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
