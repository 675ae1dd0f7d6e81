// SPDX-License-Identifier: Apache-2.0
#include "observe/trace.h"

#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "observe/log.h"
#include "platform/process/environment.h"
#include "platform/process/fork_gate.h"
#include "trace_file.h"
#include "trace_record.h"

namespace wherry::observe::trace {

namespace detail {
std::atomic<bool> enabled{false};
bool uses_tsc = false;

uint64_t clock_nanoseconds() noexcept {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_nsec);
}
}  // namespace detail

namespace {

using detail::clock_nanoseconds;
using detail::enabled;
using Lock = std::unique_lock<std::mutex>;

constexpr uint64_t kDefaultLimit = 1'000'000;
constexpr uint32_t kBlock = 1024;     // records in a block, reserved from the limit at a time
constexpr uint32_t kPortion = 256;    // records between two checks of whether the program ends
constexpr size_t kMaxText = 1 << 18;  // bytes written at a time
constexpr uint32_t kMaxNames = 1 << 14;
constexpr auto kPeriod = std::chrono::milliseconds(100);
constexpr auto kPatience = std::chrono::seconds(2);
// The draining thread has the lowest priority: beside a busy machine a portion of records takes it seconds.
constexpr auto kDrainingPatience = std::chrono::seconds(20);

// Records of one thread; only this thread adds records.
struct Block {
  std::atomic<uint32_t> count{0};
  uint32_t consumed = 0;  // records drained; guarded by State::draining, in the last block by State::mutex
  uint32_t capacity;
  bool kept;  // for the file; otherwise the block is its thread's last, and its records only count in the totals
  std::atomic<Block *> next{nullptr};
  Record records[kBlock];
};

struct State;

struct Thread {
  Thread(State *state, int id) : state(state), id(id) {}

  State *const state;
  Block *tail = nullptr;
  uint64_t copies = 0;  // the last id of a copy; upper half: the thread's number
  struct {
    const void *key = nullptr;
    uint32_t epoch = 0, id = 0;
  } sites[32];

  std::atomic<Block *> head{nullptr};  // first block, for the draining thread
  const int id;
  std::atomic<bool> worker{false};
  enum { unnamed, named, named_worker } told = unnamed;
  bool ended = false;  // guarded by State::mutex
};

thread_local Thread *mine = nullptr;
std::atomic<State *> current{nullptr};
std::atomic<uint32_t> epoch{1};  // of the sites' addresses; forget_sites() increments it
std::atomic<bool> being_made{false};
State *before_fork = nullptr;  // the parent process's; unused, kept reachable for leak checkers
bool in_child = false;
std::atomic<uint64_t> lost{0};  // records lost for lack of memory; not in the totals
const char *path;               // from WHERRY_TRACE
uint64_t limit = kDefaultLimit;

// Whether the system's clock source is the time stamp counter, which then is synchronised on all CPUs.
bool tsc_is_fit() {
  if (!cpu::ticks_are_invariant()) return false;
  char source[32] = "";
  if (FILE *file = std::fopen("/sys/devices/system/clocksource/clocksource0/current_clocksource", "re")) {
    if (!std::fgets(source, sizeof source, file)) source[0] = 0;
    std::fclose(file);
  }
  // kvm-clock and Hyper-V's TSC page scale the time stamp counter.
  for (const char *fit : {"tsc", "kvm-clock", "hyperv_clocksource_tsc_page"})
    if (std::strncmp(source, fit, std::strlen(fit)) == 0) return true;
  return false;
}

struct Instant {
  uint64_t ticks = 0, nanoseconds = 0;

  // Reads both clocks eight times; returns the pair with the least time between the readings.
  static Instant read() {
    Instant best;
    for (uint64_t i = 0, shortest = ~uint64_t{0}; i < 8; ++i) {
      const uint64_t before = now(), time = clock_nanoseconds(), after = now();
      if (after - before >= shortest) continue;
      shortest = after - before;
      best = {before + (after - before) / 2, time};
    }
    return best;
  }
};

// Never destroyed: threads may record while the program ends.
struct State {
  State() {
    timespec real;
    clock_gettime(CLOCK_REALTIME, &real);
    const uint64_t begun = static_cast<uint64_t>(real.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(real.tv_nsec) -
                           (clock_nanoseconds() - start.nanoseconds);
    if (!file.open(path, in_child, begun) || !file.write()) give_up();
    file.clock.start = start.ticks;
    // Reserve now: later only the texts need an allocation.
    for (Texts *texts : {&names, &places}) texts->texts.reserve(kMaxNames);
    kernels_of_places.reserve(kMaxNames);
    totals.reserve(kMaxNames);
    intern_place(R"("kernel":"?","at":"?")", "?");
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);  // the program's signal handlers must not run on this thread
    try {
      std::thread([this] { drain_forever(); }).detach();
    } catch (const std::system_error &) {
      // No thread: finish() writes all records.
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  // Interned texts by number; their addresses are stable.
  struct Texts {
    std::unordered_map<std::string, uint32_t> numbers;
    std::vector<const std::string *> texts;
  };

  static uint32_t intern(Texts &in, const std::string &text) {
    const auto found = in.numbers.find(text);
    if (found != in.numbers.end()) return found->second;
    if (in.texts.size() == kMaxNames) return 0;
    const auto number = static_cast<uint32_t>(in.texts.size());
    in.texts.push_back(&in.numbers.emplace(text, number).first->first);
    return number;
  }

  uint32_t intern_name(const std::string &name) {
    const uint32_t number = intern(names, name);
    totals.resize(names.texts.size());
    return number;
  }

  uint32_t intern_place(const std::string &place, const std::string &kernel) {
    const uint32_t name = intern_name(kernel);
    const uint32_t number = intern(places, place);
    if (number == kernels_of_places.size()) kernels_of_places.push_back(name);
    return number;
  }

  Totals &totals_of(const Record &record) {
    return totals[record.kind == Record::Kind::groups ? record.place : kernels_of_places[record.place]];
  }

  // Reserves up to `wanted` records from the rest of the limit.
  uint32_t reserve(uint32_t wanted) {
    uint64_t had = failed.load(std::memory_order_relaxed) ? 0 : left.load(std::memory_order_relaxed);
    while (had && !left.compare_exchange_weak(had, had - std::min<uint64_t>(had, wanted), std::memory_order_relaxed)) {
    }
    return static_cast<uint32_t>(std::min<uint64_t>(had, wanted));
  }

  void give_up() {
    warn_once("WHERRY_TRACE", "cannot write " + file.path() + ": " + std::strerror(errno));
    failed.store(true, std::memory_order_relaxed);
  }

  // Adds the block's records to the totals, but not to the file.
  void drop(Block &block) {
    for (const uint32_t count = block.count.load(std::memory_order_acquire); block.consumed < count;
         ++block.consumed, ++dropped)
      totals_of(block.records[block.consumed]).add(block.records[block.consumed]);
  }

  Block *new_block();
  void drain_forever();
  bool drain_thread(Thread &thread, bool last);
  bool drain(bool last);
  void write();
  void finish();
  void print_summary();

  State *const parents = before_fork;
  const Instant start = Instant::read();
  std::atomic<uint64_t> left{limit};  // records that the file may still take
  std::atomic<bool> failed{false};    // a write failed; no more records are kept
  std::atomic<Command *> commands{nullptr};
  std::atomic<uint64_t> next_command{0};
  std::atomic<bool> ending{false};

  std::mutex draining;  // guards the members below; locked before `mutex`
  TraceFile file;
  uint64_t unwritten = 0;  // records added since the last write

  std::mutex mutex;  // guards the members below
  std::condition_variable end;
  std::vector<Thread *> threads;
  uint64_t num_threads = 0;  // since the start
  Texts names, places;
  std::vector<uint32_t> kernels_of_places;  // indices in names
  std::vector<Totals> totals;               // by index in names
  uint64_t recorded = 0, dropped = 0;
  Block *free_blocks = nullptr;
};

// Null if memory is short.
State *state() {
  State *found = current.load(std::memory_order_acquire);
  if (found) return found;
  // No lock: another thread might hold it during fork().
  if (being_made.exchange(true)) {
    while (!(found = current.load(std::memory_order_acquire)) && being_made) std::this_thread::yield();
    return found;
  }
  found = current.load(std::memory_order_acquire);
  if (!found) try {
      found = new State;
      current.store(found, std::memory_order_release);
    } catch (const std::bad_alloc &) {
    }
  being_made = false;
  return found;
}

// Its destructor tells the recorder that the thread has ended.
struct ThreadEnd {
  bool armed = false;
  ~ThreadEnd() {
    Thread *thread = std::exchange(mine, nullptr);
    if (!thread) return;
    const Lock lock(thread->state->mutex);
    thread->ended = true;
    const Block *tail = thread->tail;
    if (tail && tail->kept) thread->state->left += tail->capacity - tail->count.load(std::memory_order_relaxed);
  }
};

thread_local ThreadEnd thread_end;

// Null if memory is short.
Block *State::new_block() {
  Block *block;
  {
    const Lock lock(mutex);
    if ((block = free_blocks)) free_blocks = block->next.load(std::memory_order_relaxed);
  }
  if (!block && !(block = new (std::nothrow) Block)) return nullptr;
  const uint32_t capacity = reserve(kBlock);
  block->count.store(0, std::memory_order_relaxed);
  block->consumed = 0;
  block->kept = capacity != 0;
  block->capacity = block->kept ? capacity : kBlock;
  block->next.store(nullptr, std::memory_order_relaxed);
  return block;
}

Thread *new_thread() {
  State *owner = state();
  if (!owner) return nullptr;
  auto thread = std::unique_ptr<Thread>(new (std::nothrow) Thread(owner, gettid()));
  if (!thread) return nullptr;
  try {
    const Lock lock(owner->mutex);
    owner->threads.push_back(thread.get());
    thread->copies = owner->num_threads++ << 32;
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
  thread_end.armed = true;
  return mine = thread.release();
}

// Null if memory is short.
inline Thread *this_thread() { return mine ? mine : new_thread(); }

// The block for the thread's next record; null if memory is short.
Block *next_block(Thread &thread) {
  Block *full = thread.tail;
  if (!full || full->kept) {
    Block *block = thread.state->new_block();
    if (block) {
      (full ? full->next : thread.head).store(block, std::memory_order_release);
      thread.tail = block;
    }
    return block;
  }
  const Lock lock(thread.state->mutex);
  thread.state->drop(*full);
  full->consumed = 0;
  full->count.store(0, std::memory_order_relaxed);
  return full;
}

void lose() noexcept { lost.fetch_add(1, std::memory_order_relaxed); }

inline void add(Thread &thread, const Record &record) noexcept {
  Block *block = thread.tail;
  if (!block || block->count.load(std::memory_order_relaxed) == block->capacity) [[unlikely]]
    if (!(block = next_block(thread))) return lose();
  const uint32_t count = block->count.load(std::memory_order_relaxed);
  block->records[count] = record;
  block->count.store(count + 1, std::memory_order_release);
}

void add(const Record &record) noexcept {
  Thread *thread = this_thread();
  if (!thread) return lose();
  add(*thread, record);
}

// Returns false if the program ends; the thread that ends it then drains the remaining records.
bool State::drain_thread(Thread &thread, bool last) {
  if (const bool worker = thread.worker.load(std::memory_order_relaxed);
      thread.told != (worker ? Thread::named_worker : Thread::named)) {
    thread.told = worker ? Thread::named_worker : Thread::named;
    file.add_thread(thread.id, worker ? "worker" : thread.id == getpid() ? "main thread" : "host thread");
  }
  for (Block *block = thread.head.load(std::memory_order_acquire); block;) {
    // Read before `count`: if there is a next block, the count is final.
    Block *next = block->next.load(std::memory_order_acquire);
    if (!block->kept) {
      const Lock lock(mutex);
      drop(*block);
      return true;
    }
    for (const uint32_t count = block->count.load(std::memory_order_acquire); block->consumed < count;) {
      const uint32_t begin = block->consumed, end = std::min(count, begin + kPortion);
      std::array<const std::string *, kPortion> texts;
      {
        const Lock lock(mutex);
        for (uint32_t i = begin; i < end; ++i) {
          const Record &record = block->records[i];
          totals_of(record).add(record);
          texts[i - begin] = (record.kind == Record::Kind::groups ? names : places).texts[record.place];
        }
        recorded += end - begin;
        unwritten += end - begin;
      }
      for (uint32_t i = begin; i < end; ++i) file.add(block->records[i], thread.id, *texts[i - begin]);
      block->consumed = end;
      if (file.pending() > kMaxText) write();
      if (!last && ending.load(std::memory_order_relaxed)) return false;
    }
    if (!next) break;
    const Lock lock(mutex);
    thread.head.store(next, std::memory_order_relaxed);
    block->next.store(std::exchange(free_blocks, block), std::memory_order_relaxed);
    block = next;
  }
  return true;
}

// The caller holds `draining`.
bool State::drain(bool last) try {
  const Instant time = Instant::read();
  // Calibrate once: a single linear map preserves the order of all times.
  if (detail::uses_tsc && file.clock.nanoseconds_per_tick == 1)
    file.clock.nanoseconds_per_tick =
        static_cast<double>(time.nanoseconds - start.nanoseconds) / static_cast<double>(time.ticks - start.ticks);
  for (Command *command = commands.exchange(nullptr, std::memory_order_acquire); command;) {
    const std::unique_ptr<Command> held(command);
    command = held->next;
    const std::string *kernel;
    {
      const Lock lock(mutex);
      kernel = names.texts[held->kernel];
      if (held->kernel) ++totals[held->kernel].launches;
      ++recorded;
      ++unwritten;
    }
    file.add(*held, *kernel);
  }
  std::vector<Thread *> all;
  {
    const Lock lock(mutex);
    all = threads;
  }
  for (Thread *thread : all) {
    bool ended;
    {
      const Lock lock(mutex);
      ended = thread->ended;  // read before the thread's records: if it has ended, they are complete
    }
    if (!drain_thread(*thread, last)) return false;
    if (!ended) continue;
    const Lock lock(mutex);
    std::erase(threads, thread);
    delete thread->tail;
    delete thread;
  }
  if (file.pending() || last) write();
  return true;
} catch (const std::bad_alloc &) {
  errno = ENOMEM;
  give_up();
  return false;
}

void State::write() {
  file.begin_summary();
  {
    const Lock lock(mutex);
    for (uint32_t kernel = 0; kernel < names.texts.size(); ++kernel)
      if (const Totals &of = totals[kernel]; of.launches || of.groups || of.copies) file.add(of, *names.texts[kernel]);
    file.add_counts(recorded, dropped + lost);
  }
  if (!file.write()) give_up();
  if (failed) {
    const Lock lock(mutex);
    recorded -= unwritten;
    dropped += unwritten;
  }
  unwritten = 0;
}

void State::drain_forever() {
  pthread_setname_np(pthread_self(), "wherry trace");
  // The lowest priority, whatever the creating thread has: kernels come first.
  const sched_param none{};
  sched_setscheduler(0, SCHED_OTHER, &none);
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), 19);
  for (;;) {
    {
      Lock lock(mutex);
      if (end.wait_for(lock, kPeriod, [this] { return ending.load(); })) return;
    }
    const Lock lock(draining);
    if (ending || !drain(false)) return;
  }
}

// Returns false on a time-out: a signal handler may end the program while the interrupted thread holds the lock.
bool try_for_long(Lock &lock, std::chrono::seconds patience) {
  for (const auto until = std::chrono::steady_clock::now() + patience; !lock.try_lock();) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

void State::finish() {
  const bool began_before = ending.exchange(true);  // perhaps by the interrupted thread; else the drainer has the lock
  end.notify_all();
  Lock file_lock(draining, std::defer_lock);
  if (!try_for_long(file_lock, began_before ? kPatience : kDrainingPatience)) return;
  {
    Lock lock(mutex, std::defer_lock);
    if (!try_for_long(lock, kPatience)) return;
  }
  drain(true);
  print_summary();
  file.close();
}

void State::print_summary() {
  const Lock lock(mutex);
  const auto number = [](uint64_t value) { return static_cast<unsigned long long>(value); };
  std::fprintf(stderr, "wherry: %s: %llu records, %llu dropped\n", file.path().c_str(), number(recorded),
               number(dropped + lost));
  std::fprintf(stderr, "%-24s %9s %9s %9s %9s %10s %8s %10s %8s\n", "kernel", "launches", "groups", "in place",
               "copies", "MB", "GB/s", "stalled ms", "overlap");
  for (uint32_t kernel = 0; kernel < names.texts.size(); ++kernel) {
    const Totals &of = totals[kernel];
    if (!of.launches && !of.groups && !of.copies) continue;
    std::fprintf(stderr, "%-24s %9llu %9llu %9llu %9llu", names.texts[kernel]->c_str(), number(of.launches),
                 number(of.groups), number(of.in_place), number(of.copies));
    const double copying = file.clock.nanoseconds(of.copying);
    if (copying > 0)
      std::fprintf(stderr, " %10.1f %8.2f %10.3f %6.0f %%\n", static_cast<double>(of.bytes) / 1e6, of.speed(copying),
                   file.clock.nanoseconds(of.stalled) / 1e6, 100 * of.hidden());
    else
      std::fprintf(stderr, " %10s %8s %10s %8s\n", "-", "-", "-", "-");
  }
}

// Runs when the library is loaded.
[[maybe_unused]] const bool started = []() noexcept {
  const char *file = process::environment(process::Variable::trace);
  if (!*file) return false;
  uint64_t records = kDefaultLimit;
  if (const char *text = process::environment(process::Variable::trace_limit); *text) {
    char *end;
    errno = 0;
    const uint64_t value = std::strtoull(text, &end, 10);
    if (*end || errno || *text < '0' || *text > '9')
      warn_once("WHERRY_TRACE_LIMIT", "WHERRY_TRACE_LIMIT is no number of records");
    else
      records = value;
  }
  start(file, records);
  return true;
}();

// Runs after all exit handlers except those registered before the driver was loaded.
[[gnu::destructor]] void at_exit() { finish(); }

uint32_t site_of(Thread &thread, const void *key, const char *kernel, const char *file, uint32_t line,
                 uint32_t column) noexcept try {
  auto &known = thread.sites[(reinterpret_cast<uintptr_t>(key) >> 3) * 0x9e3779b97f4a7c15u >> 59];
  const uint32_t now = epoch.load(std::memory_order_relaxed);
  if (known.key == key && known.epoch == now) [[likely]]
    return known.id;
  const std::string name = escaped(kernel);
  const std::string place = R"("kernel":")" + name + R"(","at":")" + (*file ? escaped(file) + ":" : "") +
                            std::to_string(line) + ":" + std::to_string(column) + '"';
  State &owner = *thread.state;
  const Lock lock(owner.mutex);
  known = {key, now, owner.intern_place(place, name)};
  return known.id;
} catch (const std::bad_alloc &) {
  return 0;
}

}  // namespace

uint32_t name(const char *text) noexcept try {
  State *owner = state();
  if (!owner) return 0;
  const std::string wanted = escaped(text);
  const Lock lock(owner->mutex);
  return owner->intern_name(wanted);
} catch (const std::bad_alloc &) {
  return 0;
}

uint32_t site(const void *key, const char *kernel, const char *file, uint32_t line, uint32_t column) noexcept {
  Thread *thread = this_thread();
  return thread ? site_of(*thread, key, kernel, file, line, column) : 0;
}

void forget_sites() noexcept { epoch.fetch_add(1, std::memory_order_relaxed); }

void this_is_a_worker() noexcept {
  if (Thread *thread = this_thread()) thread->worker.store(true, std::memory_order_relaxed);
}

std::unique_ptr<Command> new_command(const char *what, uint64_t queue) noexcept {
  State *owner = state();
  if (!owner) return nullptr;
  const uint64_t id = owner->next_command.fetch_add(1, std::memory_order_relaxed) + 1;
  return std::unique_ptr<Command>(new (std::nothrow) Command{.id = id, .queue = queue, .what = what, .queued = now()});
}

void command(std::unique_ptr<Command> ended) noexcept {
  Thread *thread = this_thread();
  if (!thread) return lose();
  State &owner = *thread->state;
  ended->thread = thread->id;
  if (owner.reserve(1) == 0) {
    const Lock lock(owner.mutex);
    ++owner.dropped;
    if (ended->kernel) ++owner.totals[ended->kernel].launches;
    return;
  }
  Command *added = ended.release();
  added->next = owner.commands.load(std::memory_order_relaxed);
  while (!owner.commands.compare_exchange_weak(added->next, added, std::memory_order_release)) {
  }
}

void groups(uint64_t command, uint32_t kernel, uint64_t begin, uint64_t end, uint64_t first, uint32_t count) noexcept {
  add({begin, end, command, first, kernel, count, Record::Kind::groups});
}

uint64_t new_copy() noexcept {
  Thread *thread = this_thread();
  return thread ? ++thread->copies : ~uint64_t{0};
}

void issued(uint64_t id, uint32_t site, uint64_t begin, uint64_t end, uint64_t bytes, uint32_t chunks) noexcept {
  add({begin, end, id, bytes, site, chunks, Record::Kind::copy});
}

void copied(const void *key, const char *kernel, const char *file, uint32_t line, uint32_t column, uint64_t begin,
            uint64_t end, uint64_t bytes) noexcept {
  Thread *thread = this_thread();
  if (!thread) return lose();
  const uint32_t site = site_of(*thread, key, kernel, file, line, column);
  add(*thread, {begin, end, ++thread->copies, bytes, site, 0, Record::Kind::copy});
}

void in_place(uint32_t site, uint64_t bytes) noexcept {
  const uint64_t time = now();
  add({time, time, 0, bytes, site, 0, Record::Kind::in_place});
}

void chunk(uint64_t copy, uint32_t site, uint64_t begin, uint64_t end, uint64_t bytes, uint64_t ahead, bool own,
           bool last) noexcept {
  add({begin, end, copy, bytes, site, static_cast<uint32_t>(ahead), Record::Kind::chunk, own, last});
}

void wait(uint32_t site, uint64_t begin, uint64_t end, uint64_t stalled, uint32_t events) noexcept {
  add({begin, end, 0, stalled, site, events, Record::Kind::wait});
}

void start(const char *file, uint64_t records) noexcept {
  if (!(path = strdup(file))) return;
  limit = records;
  detail::uses_tsc = tsc_is_fit();
  static const process::InForkedChild restore([] {
    // A lock may be held, and the draining thread does not exist: the child starts a new timeline and file.
    mine = nullptr;
    in_child = true;
    being_made = false;
    if (State *parents = current.exchange(nullptr)) {
      before_fork = parents;
      parents->file.close();
    }
  });
  enabled = true;
}

void finish() noexcept {
  if (!enabled.exchange(false)) return;
  if (State *found = current.load(std::memory_order_acquire)) found->finish();
}

}  // namespace wherry::observe::trace
