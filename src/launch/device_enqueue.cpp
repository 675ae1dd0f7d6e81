// SPDX-License-Identifier: Apache-2.0
#include "launch/device_enqueue.h"

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <unordered_set>
#include <utility>

#include "checks/uninit.h"
#include "exec/limits.h"
#include "launch/fault_report.h"
#include "launch/launch.h"

namespace wherry::runtime {

namespace {

// OpenCL C's results of enqueue_kernel and enqueue_marker.
enum Code : int32_t {
  kSuccess = 0,
  kOutOfResources = -5,
  kInvalidArgSize = -51,
  kInvalidEventWaitList = -57,
  kEventAllocationFailure = -100,
  kEnqueueFailure = -101,
  kInvalidQueue = -102,
  kInvalidNdRange = -160,
  kDeviceQueueFull = -161,
};
// kernel_enqueue_flags_t.
enum Flags : uint32_t { kNoWait = 0, kWaitKernel = 1, kWaitWorkGroup = 2 };
constexpr uint32_t kExecTime = 1;  // CLK_PROFILING_COMMAND_EXEC_TIME
constexpr int32_t kPending = CL_SUBMITTED;
// So many kernels may be ready before workers run some of them between the work-groups of those that enqueue them. The
// work-groups on the way then enqueue some more; the preferred size of a queue holds 30,000.
constexpr size_t kManyReady = 1024;

constexpr uint64_t round_up(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

class Family;
struct Node;

// clk_event_t. Guarded by its family's mutex. Deleted once no kernel holds a reference, no command is to end the event,
// and none waits for it.
struct DeviceEvent {
  uint32_t references = 1;   // held by kernels; the event is valid for them while not 0
  bool of_user = true;       // a user event; false: a command's
  bool has_command = false;  // a command that has not ended
  int32_t status = kPending;
  cl_ulong started = 0, ended = 0, completed = 0;  // times of a kernel
  std::vector<Node *> dependents;
  std::vector<uint64_t *> captures;  // where its times are to be written
};

// A kernel or a marker that was enqueued by a kernel; the root of a family is the launch from the host. Guarded by its
// family's mutex, but for what never changes.
struct Node {
  Node(Family &family, Node *observed) : family(family), observed(observed) {}
  Node(const Node &) = delete;
  ~Node() { std::free(block); }

  Family &family;
  // The nearest ancestor that has an event, or the root, which is complete only after this node; null: the root. The
  // ancestors between need not outlive their own runs: a chain of kernels takes no more memory than its last one.
  Node *const observed;
  exec::NdRange range = {};
  bool is_marker = false;
  Queue *queue = nullptr;  // whose bytes it takes until it starts; the launch or the family holds the queue
  uint64_t bytes = 0;
  std::byte *block = nullptr;  // the arguments, and the block's literal
  DeviceEvent *event = nullptr;
  uint32_t unmet = 1;         // dependencies that have not ended, and its own enqueue
  uint32_t unfinished = 1;    // the node itself, and incomplete nodes that observe it
  bool failed = false;        // the node, or one that observes it, has failed
  Node *next = nullptr;       // in one of the lists: ready, complete, waiting for a work-group or for the parent
  Node *after_end = nullptr;  // the children that wait for its end
};

// A singly linked list through Node::next, first in, first out. It never allocates.
class NodeList {
 public:
  void push(Node &node) {
    node.next = nullptr;
    *last_ = &node;
    last_ = &node.next;
    size_.store(size() + 1, std::memory_order_relaxed);
  }
  Node *pop() {
    Node *node = first_;
    if (node) first_ = node->next, size_.store(size() - 1, std::memory_order_relaxed);
    if (!first_) last_ = &first_;
    return node;
  }
  bool empty() const { return !first_; }
  size_t size() const { return size_.load(std::memory_order_relaxed); }  // any thread may ask
  NodeList() = default;
  NodeList(const NodeList &) = delete;

 private:
  Node *first_ = nullptr, **last_ = &first_;
  std::atomic<size_t> size_ = 0;
};

std::exception_ptr out_of_resources() { return std::make_exception_ptr(Error{CL_OUT_OF_RESOURCES}); }

// A launch from the host and all that was enqueued below it.
class Family : public std::enable_shared_from_this<Family> {
 public:
  Family(const Launch &launch, Queue &queue)
      : launch_(launch), device_(queue.device), executor_(queue.device.executor()),
        default_queue_(Queue::default_on_device(queue.context, queue.device)), root_(*this, nullptr) {
    for (abi::BufferRange range : launch.range.buffers) {
      if (launch.range.kernel->args[range.arg].kind == abi::ArgKind::image) continue;  // which no block captures
      range.arg = 0;
      captured_.push_back(range);
    }
  }
  ~Family() {
    for (DeviceEvent *event : events_) delete event;  // events that kernels did not release
  }

  exec::RunResult run(exec::NdRange range, exec::LaunchSize size, Event &event, std::exception_ptr &failure);

  // abi::EnqueueCalls.
  static const abi::EnqueueCalls kCalls;
  int32_t check(const abi::EnqueuedRange &range, const Size3 &local, const abi::KernelInfo &block,
                std::span<const uint64_t> locals) const;
  int32_t enqueue(abi::GroupContext &group, Node &parent, Queue *queue, uint32_t flags, const abi::EnqueuedRange &range,
                  std::span<DeviceEvent *const> waits, bool waits_given, DeviceEvent **event,
                  const abi::KernelInfo &block, std::span<const std::byte> literal, std::span<const uint64_t> locals);
  int32_t mark(Node &parent, Queue *queue, std::span<DeviceEvent *const> waits, bool waits_given, DeviceEvent **event);
  Queue *default_queue() { return default_queue_.get(); }
  DeviceEvent *make_user_event();
  void set_status(DeviceEvent *event, int32_t status);
  void retain(DeviceEvent *event);
  void release(DeviceEvent *event);
  bool is_valid(DeviceEvent *event);
  void capture(DeviceEvent *event, uint64_t *value);
  void end_group(Node *waiting, bool failed);
  void relieve();
  KernelBuild build_of(const abi::KernelInfo &block) const {
    return {{&block, launch_.build->uniform}, nullptr, nullptr, {}};
  }
  Size3 local_size(const abi::EnqueuedRange &range, const abi::KernelInfo &block) const;
  bool tells_errors() const { return launch_.build->module->module().flags & abi::kAsWritten; }

 private:
  using Lock = std::unique_lock<std::mutex>;
  bool is_good(const Queue *queue) const;
  Node *observed_of(Node &parent) { return parent.event || &parent == &root_ ? &parent : parent.observed; }
  // Throws std::bad_alloc.
  DeviceEvent *new_event();
  void delete_unused(DeviceEvent *event);
  bool is_known(DeviceEvent *event) const { return events_.contains(event) && event->references; }
  int32_t begin(std::unique_ptr<Node> node, std::span<DeviceEvent *const> waits, DeviceEvent **event, Node **waiting);
  void dependency_done(Node &node, bool failed);
  void end(Node &node);
  void complete(Node &node);
  void end(DeviceEvent &event, int32_t status);
  void settle(Lock &lock);
  void run(Node &node, Lock &lock);
  void fail(Node &node, std::exception_ptr why);
  void call_helpers();
  void help();

  const Launch &launch_;  // lives until run() returns
  Device &device_;
  exec::Executor &executor_;
  Ref<Queue> default_queue_;  // until run() returns

  std::mutex mutex_;  // guards the members below, nodes and events
  std::condition_variable changed_;
  Node root_;
  // The launch's buffers, as children reach them by their first argument, the block's literal. For the checked mode.
  std::vector<abi::BufferRange> captured_;
  NodeList ready_;
  NodeList done_;  // markers, and kernels that must not run: they end once the caller comes to it
  unsigned running_ = 0, helpers_ = 0;
  exec::CopyCounts copies_;
  std::exception_ptr failure_;                // the first of a kernel's
  std::unordered_set<DeviceEvent *> events_;  // alive
};

DeviceEvent *Family::new_event() {
  if (events_.size() >= kMaxDeviceEvents) throw std::bad_alloc();
  auto made = std::make_unique<DeviceEvent>();
  events_.insert(made.get());
  return made.release();
}

void Family::delete_unused(DeviceEvent *event) {
  if (event->references || event->has_command || !event->dependents.empty()) return;
  events_.erase(event);
  delete event;
}

// Enqueues a complete node, which gives its bytes back if that fails: lets the node run once its dependencies have
// ended and, unless `waiting` is null, once the list `*waiting` is released, to which the node is added.
int32_t Family::begin(std::unique_ptr<Node> made, std::span<DeviceEvent *const> waits, DeviceEvent **event,
                      Node **waiting) {
  Lock lock(mutex_);
  try {
    for (DeviceEvent *waited : waits) {
      if (!is_known(waited)) {
        made->queue->give_back(made->bytes);
        return kInvalidEventWaitList;
      }
      std::vector<Node *> &list = waited->dependents;
      // The list of waits may name an event several times.
      if (const size_t needed = list.size() + waits.size(); needed > list.capacity()) list.reserve(2 * needed);
    }
    if (event) made->event = new_event();
  } catch (const std::bad_alloc &) {
    made->queue->give_back(made->bytes);
    return kEventAllocationFailure;
  }
  Node &node = *made.release();
  ++node.observed->unfinished;
  for (DeviceEvent *waited : waits) {
    if (waited->status > CL_COMPLETE) {
      ++node.unmet;
      waited->dependents.push_back(&node);
    } else if (waited->status < 0) {
      node.failed = true;
    }
  }
  if (event) {
    node.event->of_user = false;
    node.event->has_command = true;
    *event = node.event;
  }
  if (waiting) {
    node.next = std::exchange(*waiting, &node);
  } else {
    dependency_done(node, false);
    settle(lock);
  }
  return kSuccess;
}

void Family::dependency_done(Node &node, bool failed) {
  node.failed |= failed;
  if (--node.unmet) return;
  (node.is_marker || node.failed ? done_ : ready_).push(node);
}

// The kernel has run: its work-items are done, its children may not be. Those that wait for its end fail with it.
void Family::end(Node &node) {
  if (node.event) node.event->ended = now();
  std::free(std::exchange(node.block, nullptr));
  for (Node *child = std::exchange(node.after_end, nullptr); child;) {
    Node *next = child->next;
    dependency_done(*child, node.failed);
    child = next;
  }
  if (--node.unfinished == 0) complete(node);
}

// The node and all its descendants have ended; and perhaps those by which they are observed have with it.
void Family::complete(Node &last) {
  for (Node *node = &last; node != &root_;) {
    Node *observed = node->observed;
    // "The execution status of the kernel will be an error code ... if it or any of its child kernels encounter an
    // error".
    observed->failed |= node->failed;
    if (node->event) {
      node->event->has_command = false;
      end(*node->event, node->failed ? kEnqueueFailure : CL_COMPLETE);
    }
    delete node;
    if (--observed->unfinished) return;
    node = observed;
  }
}

void Family::end(DeviceEvent &event, int32_t status) {
  event.status = status;
  event.completed = now();
  for (uint64_t *value : event.captures)
    value[0] = event.ended - event.started, value[1] = event.completed - event.started;
  event.captures.clear();
  for (Node *node : std::exchange(event.dependents, {})) dependency_done(*node, status < 0);
  delete_unused(&event);
}

// Ends what need not run, and lets workers begin what may.
void Family::settle(Lock &) {
  while (Node *node = done_.pop()) {
    node->queue->give_back(node->bytes);
    if (node->event) node->event->started = now();
    end(*node);
  }
  call_helpers();
  changed_.notify_all();
}

void Family::call_helpers() {
  if (ready_.empty() || helpers_ >= executor_.num_workers()) return;
  try {
    auto family = std::make_unique<std::shared_ptr<Family>>(shared_from_this());
    executor_.submit(
        [](void *data) {
          const process::InsideLibrary inside;
          const std::unique_ptr<std::shared_ptr<Family>> family(static_cast<std::shared_ptr<Family> *>(data));
          (*family)->help();
        },
        family.get());
    (void)family.release();
    ++helpers_;
  } catch (...) {
    // No memory or no thread for a task: the thread of the launch runs all.
  }
}

void Family::help() {
  Lock lock(mutex_);
  while (Node *node = ready_.pop()) {
    run(*node, lock);
    if (executor_.has_waiting()) break;  // another queue's command comes first
  }
  --helpers_;
  call_helpers();
  changed_.notify_all();
}

void Family::run(Node &node, Lock &lock) {
  ++running_;
  call_helpers();
  node.queue->give_back(node.bytes);
  if (node.event) node.event->started = now();
  lock.unlock();
  exec::CopyCounts copies;
  std::exception_ptr failure;
  try {
    const exec::RunResult result = executor_.run(node.range, size_of(executor_, node.range));
    copies = result.copies;
    result.print();
    if (result.fault) report_fault(launch_, node.range, *launch_.build->module, *result.fault);
    if (result.fault) failure = out_of_resources();
  } catch (...) {
    failure = std::current_exception();
  }
  lock.lock();
  --running_;
  copies_ += copies;
  fail(node, failure);
  end(node);
  settle(lock);
}

void Family::fail(Node &node, std::exception_ptr why) {
  if (!why) return;
  node.failed = true;
  if (!failure_) failure_ = std::move(why);
}

exec::RunResult Family::run(exec::NdRange range, exec::LaunchSize size, Event &event, std::exception_ptr &failure) {
  range.enqueue = &kCalls;
  range.parent = &root_;
  root_.range.command = range.command;
  root_.range.order = range.order;
  exec::RunResult result;
  std::exception_ptr of_root;
  try {
    result = executor_.run(range, size);
    if (result.fault) report_fault(launch_, range, *launch_.build->module, *result.fault);
  } catch (...) {
    of_root = std::current_exception();
  }
  if (result.fault) of_root = out_of_resources();
  event.set_end(now());
  result.print();
  result.printed.clear();
  Lock lock(mutex_);
  fail(root_, of_root);
  end(root_);
  settle(lock);
  while (root_.unfinished) {
    if (Node *node = ready_.pop()) {
      run(*node, lock);
    } else if (running_ == 0) {
      // All nodes that are left wait for user events that no kernel can set any more.
      const auto waited = [](const DeviceEvent *event) { return !event->dependents.empty(); };
      for (auto found = events_.begin(); (found = std::ranges::find_if(events_, waited)) != events_.end();)
        end(**found, kEnqueueFailure);
      settle(lock);
    } else {
      lock.unlock();
      {
        const process::OutsideLibrary waiting;
        Lock waits(mutex_);
        changed_.wait(waits, [&] { return !ready_.empty() || !running_ || !root_.unfinished; });
      }
      lock.lock();
    }
  }
  default_queue_ = {};  // a helper that comes late keeps the family
  result.copies += copies_;
  if (root_.failed) failure = failure_ ? failure_ : out_of_resources();
  return result;
}

Size3 Family::local_size(const abi::EnqueuedRange &range, const abi::KernelInfo &block) const {
  Size3 local{1, 1, 1}, global{1, 1, 1};
  bool given = false;
  for (uint32_t d = 0; d < range.work_dim; ++d) {
    local[d] = range.local_size[d], global[d] = range.global_size[d];
    given |= local[d] != 0;
  }
  // A module in SPIR-V may require one.
  const uint32_t *required = block.required_work_group_size;
  if (!given && required[0]) return {required[0], required[1], required[2]};
  if (given || std::ranges::find(global, 0) != global.end()) return local;
  return build_of(block).local_size(global, std::nullopt, device_);
}

bool is_valid_range(const abi::EnqueuedRange &range) {
  if (range.work_dim < 1 || range.work_dim > 3) return false;
  const bool given = range.local_size[0] != 0;
  for (uint32_t d = 0; d < range.work_dim; ++d) {
    if (range.global_offset[d] > SIZE_MAX - range.global_size[d]) return false;
    if ((range.local_size[d] != 0) != given) return false;
  }
  return true;
}

// Kernels get queues from the launch's arguments, which are checked, and from get_default_queue.
bool Family::is_good(const Queue *queue) const {
  return queue && (queue == default_queue_.get() ||
                   std::ranges::any_of(launch_.queues, [&](const Ref<Queue> &known) { return known.get() == queue; }));
}

// The rules for a block's ND-range and its arguments.
int32_t Family::check(const abi::EnqueuedRange &range, const Size3 &local, const abi::KernelInfo &block,
                      std::span<const uint64_t> locals) const {
  size_t items = 1;
  for (uint32_t d = 0; d < 3; ++d) {
    if (launch_.build->uniform && d < range.work_dim && local[d] && range.global_size[d] % local[d])
      return kInvalidNdRange;
    if (__builtin_mul_overflow(items, std::max<size_t>(1, local[d]), &items)) return kInvalidNdRange;
  }
  if (items > build_of(block).max_work_group_size()) return kInvalidNdRange;
  const uint32_t *required = block.required_work_group_size;
  if (required[0])
    for (uint32_t d = 0; d < 3; ++d)
      if (local[d] != required[d] || (d < range.work_dim ? range.global_size[d] : 1) % required[d])
        return kInvalidNdRange;
  if (block.num_args != 1 + locals.size()) return kInvalidArgSize;
  uint64_t local_bytes = round_up(block.local_bytes, abi::kLocalAlign);
  if (std::ranges::find(locals, 0) != locals.end()) return kInvalidArgSize;
  for (uint64_t bytes : locals) {
    if (bytes > device_.local_bytes) return kOutOfResources;
    local_bytes += round_up(bytes, abi::kLocalAlign);
  }
  if (local_bytes > device_.local_bytes ||
      std::max(block.stack.bytes, block.sub_group_stack.bytes) > exec::kMaxStackBytes)
    return kOutOfResources;
  return kSuccess;
}

int32_t Family::enqueue(abi::GroupContext &group, Node &parent, Queue *queue, uint32_t flags,
                        const abi::EnqueuedRange &range, std::span<DeviceEvent *const> waits, bool waits_given,
                        DeviceEvent **event, const abi::KernelInfo &block, std::span<const std::byte> literal,
                        std::span<const uint64_t> locals) {
  if (!is_good(queue)) return kInvalidQueue;
  if (flags > kWaitWorkGroup) return kEnqueueFailure;
  if (!is_valid_range(range)) return kInvalidNdRange;
  if (waits.empty() == waits_given) return kInvalidEventWaitList;
  const Size3 local = local_size(range, block);
  if (const int32_t code = check(range, local, block, locals)) return code;

  // The arguments, then the literal, then the ranges of local arguments.
  const uint64_t args_bytes = round_up(block.args_size, abi::kArgsAlign);
  const uint64_t ranges_at = args_bytes + round_up(literal.size(), abi::kArgsAlign);
  const uint64_t bytes = ranges_at + round_up(locals.size() * sizeof(abi::LocalRange), abi::kArgsAlign);
  const uint64_t taken = bytes + sizeof(Node);
  if (!queue->take(taken)) return kDeviceQueueFull;
  std::unique_ptr<Node> node(new (std::nothrow) Node(*this, observed_of(parent)));
  if (node) node->block = static_cast<std::byte *>(std::aligned_alloc(abi::kArgsAlign, bytes));
  if (!node || !node->block) {
    queue->give_back(taken);
    return kOutOfResources;
  }
  node->queue = queue;
  node->bytes = taken;
  std::byte *const memory = node->block;
  // Freed memory of a buffer may still be marked as unwritten.
  if (checks::uninit::in_use()) checks::uninit::clear(memory, bytes);
  const std::byte *captured = memory + args_bytes;
  if (!literal.empty()) std::memcpy(memory + args_bytes, literal.data(), literal.size());
  std::memcpy(memory + block.args[0].offset, &captured, sizeof captured);
  auto *ranges = reinterpret_cast<abi::LocalRange *>(memory + ranges_at);
  const uint64_t first_local = round_up(block.local_bytes, abi::kLocalAlign);
  uint64_t next_local = first_local;
  for (size_t i = 0; i < locals.size(); ++i) {
    new (ranges + i) abi::LocalRange{next_local, locals[i], static_cast<uint32_t>(i + 1)};
    std::memcpy(memory + block.args[i + 1].offset, &next_local, sizeof next_local);
    next_local += round_up(locals[i], abi::kLocalAlign);
  }
  exec::NdRange &run = node->range;
  run.kernel = &block;
  run.args = memory;
  run.work_dim = range.work_dim;
  for (uint32_t d = 0; d < 3; ++d) {
    const bool used = d < range.work_dim;
    run.global_offset[d] = used ? range.global_offset[d] : 0;
    run.global_size[d] = used ? range.global_size[d] : 1;
    run.local_size[d] = local[d];
  }
  run.argument_local_bytes = next_local - first_local;
  if (block.flags & abi::kChecked) {
    run.buffers = captured_;
    run.locals = {ranges, locals.size()};
  }
  run.reports = launch_.range.reports;
  run.allocations = launch_.range.allocations;
  run.command = parent.range.command;
  run.order = parent.range.order;
  run.enqueue = &kCalls;
  run.parent = node.get();
  Node *work_group = static_cast<Node *>(group.enqueued);
  Node **const lists[] = {nullptr, &parent.after_end, &work_group};
  const int32_t code = begin(std::move(node), waits, event, lists[flags]);
  group.enqueued = work_group;
  return code;
}

int32_t Family::mark(Node &parent, Queue *queue, std::span<DeviceEvent *const> waits, bool waits_given,
                     DeviceEvent **event) {
  if (!is_good(queue)) return kInvalidQueue;
  if (waits.empty() || !waits_given) return kInvalidEventWaitList;
  if (!queue->take(sizeof(Node))) return kDeviceQueueFull;
  std::unique_ptr<Node> node(new (std::nothrow) Node(*this, observed_of(parent)));
  if (!node) {
    queue->give_back(sizeof(Node));
    return kOutOfResources;
  }
  node->is_marker = true;
  node->queue = queue;
  node->bytes = sizeof(Node);
  return begin(std::move(node), waits, event, nullptr);
}

DeviceEvent *Family::make_user_event() {
  const Lock lock(mutex_);
  try {
    return new_event();
  } catch (const std::bad_alloc &) {
    return reinterpret_cast<DeviceEvent *>(abi::kNullEvent);
  }
}

void Family::set_status(DeviceEvent *event, int32_t status) {
  Lock lock(mutex_);
  if (!is_known(event) || !event->of_user || event->status <= CL_COMPLETE || status > CL_COMPLETE) return;
  end(*event, status);
  settle(lock);
}

void Family::retain(DeviceEvent *event) {
  const Lock lock(mutex_);
  if (is_known(event)) ++event->references;
}

void Family::release(DeviceEvent *event) {
  const Lock lock(mutex_);
  if (!is_known(event)) return;
  --event->references;
  delete_unused(event);
}

bool Family::is_valid(DeviceEvent *event) {
  const Lock lock(mutex_);
  return is_known(event);
}

void Family::capture(DeviceEvent *event, uint64_t *value) {
  const Lock lock(mutex_);
  if (!is_known(event) || event->of_user || !value) return;
  if (event->status <= CL_COMPLETE) {
    value[0] = event->ended - event->started, value[1] = event->completed - event->started;
    return;
  }
  try {
    event->captures.push_back(value);
  } catch (const std::bad_alloc &) {
    // The times are lost.
  }
}

void Family::end_group(Node *waiting, bool failed) {
  Lock lock(mutex_);
  while (waiting) {
    Node *next = waiting->next;
    dependency_done(*waiting, failed);
    waiting = next;
  }
  settle(lock);
}

// A kernel that runs in this function must not call it again: stacks would grow with the depth of kernels that enqueue
// kernels.
void Family::relieve() {
  static thread_local bool relieving = false;
  if (relieving || ready_.size() < kManyReady) return;
  relieving = true;
  Lock lock(mutex_);
  while (ready_.size() > kManyReady / 2) run(*ready_.pop(), lock);
  relieving = false;
}

// The calls of kernels.

Node &node_of(abi::GroupContext *group) { return *static_cast<Node *>(group->launch->parent); }
Family &family_of(abi::GroupContext *group) { return node_of(group).family; }
DeviceEvent *event_of(void *event) { return static_cast<DeviceEvent *>(event); }

std::span<DeviceEvent *const> events_of(uint32_t count, void *const *events) {
  return {reinterpret_cast<DeviceEvent *const *>(events), events ? count : 0};
}

// Bad pointers fault here, before anything is locked or changed.
void probe(uint32_t num_waits, void *const *waits, void **event) {
  if (num_waits && waits) cpu::probe_read(waits, waits + num_waits - 1);
  if (event) cpu::probe_write(event, event);
}

// "If the -g compile option is specified ..., the errors may be returned instead of CLK_ENQUEUE_FAILURE".
int32_t told(const Family &family, int32_t code) {
  return code == kSuccess || family.tells_errors() ? code : kEnqueueFailure;
}

int32_t enqueue_kernel(abi::GroupContext *group, void *queue, uint32_t flags, const abi::EnqueuedRange *range,
                       uint32_t num_waits, void *const *waits, void **event, const abi::KernelInfo *block,
                       const void *literal, uint32_t literal_bytes, uint32_t num_locals, const uint64_t *locals) {
  Family &family = family_of(group);
  if (num_waits && !waits) return told(family, kInvalidEventWaitList);
  probe(num_waits, waits, event);
  cpu::probe_read(range, reinterpret_cast<const std::byte *>(range + 1) - 1);
  const auto *bytes = static_cast<const std::byte *>(literal);
  if (literal_bytes) cpu::probe_read(bytes, bytes + literal_bytes - 1);
  return told(family,
              family.enqueue(*group, node_of(group), static_cast<Queue *>(queue), flags, *range,
                             events_of(num_waits, waits), waits != nullptr, reinterpret_cast<DeviceEvent **>(event),
                             *block, {bytes, literal_bytes}, {locals, num_locals}));
}

int32_t enqueue_marker(abi::GroupContext *group, void *queue, uint32_t num_waits, void *const *waits, void **event) {
  Family &family = family_of(group);
  probe(num_waits, waits, event);
  return told(family, family.mark(node_of(group), static_cast<Queue *>(queue), events_of(num_waits, waits),
                                  waits != nullptr, reinterpret_cast<DeviceEvent **>(event)));
}

// Of the work-groups of the block's kernel; 0: the range is not valid.
size_t work_items(const Family &family, const abi::EnqueuedRange &range, const abi::KernelInfo &block) {
  if (!is_valid_range(range)) return 0;
  const Size3 local = family.local_size(range, block);
  return local[0] * local[1] * local[2];
}

const abi::EnqueueCalls Family::kCalls = {
    .kernel = enqueue_kernel,
    .marker = enqueue_marker,
    .default_queue = [](abi::GroupContext *group) -> void * { return family_of(group).default_queue(); },
    .user_event = [](abi::GroupContext *group) -> void * { return family_of(group).make_user_event(); },
    .set_status = [](abi::GroupContext *group, void *event,
                     int32_t status) { family_of(group).set_status(event_of(event), status); },
    .retain = [](abi::GroupContext *group, void *event) { family_of(group).retain(event_of(event)); },
    .release = [](abi::GroupContext *group, void *event) { family_of(group).release(event_of(event)); },
    .is_valid = [](abi::GroupContext *group, void *event) -> uint32_t {
      return family_of(group).is_valid(event_of(event));
    },
    .capture_profiling =
        [](abi::GroupContext *group, void *event, uint32_t info, void *value) {
          if (info != kExecTime) return;
          if (value) cpu::probe_write(value, static_cast<uint64_t *>(value) + 1);
          family_of(group).capture(event_of(event), static_cast<uint64_t *>(value));
        },
    .work_group_size = [](abi::GroupContext *group, const abi::KernelInfo *block) -> uint32_t {
      return static_cast<uint32_t>(family_of(group).build_of(*block).max_work_group_size());
    },
    .preferred_multiple = [](abi::GroupContext *, const abi::KernelInfo *) -> uint32_t { return kPreferredMultiple; },
    .sub_groups = [](abi::GroupContext *group, const abi::EnqueuedRange *range,
                     const abi::KernelInfo *block) -> uint32_t {
      const size_t items = work_items(family_of(group), *range, *block), size = block->sub_group_size;
      return static_cast<uint32_t>((items + size - 1) / size);
    },
    .max_sub_group_size = [](abi::GroupContext *group, const abi::EnqueuedRange *range,
                             const abi::KernelInfo *block) -> uint32_t {
      return static_cast<uint32_t>(
          std::min<size_t>(block->sub_group_size, work_items(family_of(group), *range, *block)));
    },
    .end_group =
        [](abi::GroupContext *group) {
          family_of(group).end_group(static_cast<Node *>(std::exchange(group->enqueued, nullptr)), false);
        },
    .abandon_group =
        [](abi::GroupContext *group) {
          family_of(group).end_group(static_cast<Node *>(std::exchange(group->enqueued, nullptr)), true);
        },
    .relieve = [](abi::GroupContext *group) { family_of(group).relieve(); },
};

}  // namespace

exec::RunResult run_with_children(const Launch &launch, Event &event, exec::NdRange range, exec::LaunchSize size,
                                  std::exception_ptr &failure) {
  return std::make_shared<Family>(launch, *event.queue())->run(range, size, event, failure);
}

}  // namespace wherry::runtime
