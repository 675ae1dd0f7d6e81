// SPDX-License-Identifier: Apache-2.0
#include "launch/kernel.h"

#include <algorithm>
#include <cstring>

#include "checks/uninit.h"
#include "exec/limits.h"
#include "kernel_abi/limits.h"
#include "wherry/cl_newer.h"

using namespace wherry;
using namespace wherry::runtime;

namespace {

constexpr uint64_t round_up(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

// No variants in a mode (WHERRY_CHECK, WHERRY_ASYNC_SCHEDULE): a mode reports on the kernel as written.
bool can_vary(const abi::KernelInfo &info) { return !(info.flags & (abi::kChecked | abi::kScheduled)); }

std::unique_ptr<KernelCode> find_kernel(Program &program, std::string_view name) {
  auto code = std::make_unique<KernelCode>(Ref(program));
  for (auto &executable : program.executables())
    for (const abi::KernelInfo &info : executable.kernels()) {
      if (name != info.name) continue;
      // "CL_INVALID_KERNEL_DEFINITION if the function definition for __kernel function given by kernel_name such as the
      // number of arguments, the argument types are not the same for all devices for which the program executable has
      // been built."
      if (!code->builds.empty() && !same_definition(*code->builds.front().info, info))
        throw Error{CL_INVALID_KERNEL_DEFINITION};
      const BuildState &state = *executable.state;
      code->builds.push_back(
          {{&info, state.uniform}, state.module, can_vary(info) ? state.variants : nullptr, executable.devices});
    }
  // "CL_INVALID_KERNEL_NAME if kernel_name is not found in program."
  if (code->builds.empty()) throw Error{CL_INVALID_KERNEL_NAME};
  return code;
}

}  // namespace

_cl_kernel::_cl_kernel(std::unique_ptr<KernelCode> code)
    : info(*code->builds.front().info), block_(info.args_size), arguments_(info.num_args), code_(code.release()) {
  program().attach();
}

_cl_kernel::_cl_kernel(Program &program, std::string_view name) : _cl_kernel(find_kernel(program, name)) {}

_cl_kernel::_cl_kernel(_cl_kernel &original) : info(original.info), code_(original.code_) {
  {
    std::lock_guard lock(original.mutex_);
    block_ = original.block_;
    arguments_ = original.arguments_;
  }
  code_->retain(1);
  program().attach();
}

_cl_kernel::~_cl_kernel() {
  program().detach();
  code_->release(1 + spare_references_);
}

const KernelBuild &_cl_kernel::build_for(const Device &device) const {
  for (const KernelBuild &build : builds())
    if (std::ranges::find(build.devices, &device) != build.devices.end()) return build;
  throw Error{CL_INVALID_PROGRAM_EXECUTABLE};
}

cl_ulong _cl_kernel::local_bytes(const KernelBuild &build) {
  std::lock_guard lock(mutex_);
  cl_ulong bytes = build.info->local_bytes;
  for (auto &argument : arguments_) bytes += argument.local_bytes;
  return bytes;
}

void _cl_kernel::set_value(cl_uint index, const void *value) {
  std::lock_guard lock(mutex_);
  std::memcpy(block_.data() + info.args[index].offset, value, info.args[index].size);
  arguments_[index].set = true;
}

void _cl_kernel::set_buffer(cl_uint index, Mem *buffer) {
  const void *address = buffer ? buffer->argument() : nullptr;
  std::lock_guard lock(mutex_);
  std::memcpy(block_.data() + info.args[index].offset, &address, sizeof address);
  arguments_[index] = {true, 0, buffer ? buffer->weak() : nullptr, nullptr};
}

void _cl_kernel::set_local(cl_uint index, size_t bytes) {
  std::lock_guard lock(mutex_);
  arguments_[index] = {true, bytes, nullptr, nullptr};
}

void _cl_kernel::set_queue(cl_uint index, Queue &queue) {
  const void *address = &queue;
  Ref<Queue> replaced(queue);  // released without the lock
  std::lock_guard lock(mutex_);
  std::memcpy(block_.data() + info.args[index].offset, &address, sizeof address);
  std::swap(arguments_[index].queue, replaced);
  arguments_[index].set = true;
}

void _cl_kernel::set_pointer(cl_uint index, const void *pointer) {
  std::lock_guard lock(mutex_);
  std::memcpy(block_.data() + info.args[index].offset, &pointer, sizeof pointer);
  arguments_[index] = {true, 0, nullptr, pointer};
  arguments_[index].shared = pointer && context().shared.find(pointer);
}

// Adds the memory that the argument's pointer may reach: its allocation; nothing, if checks know that it is freed; else
// the whole address space. A second, empty range forbids reading that memory ahead of the kernel or in place of a copy,
// because other threads may write to fine-grained memory while the kernel runs.
void _cl_kernel::add_range(Launch &launch, cl_uint index, const abi::KernelInfo &built) const {
  std::vector<abi::BufferRange> &ranges = launch.buffer_ranges;
  const void *const pointer = arguments_[index].pointer;
  auto *first = const_cast<std::byte *>(static_cast<const std::byte *>(pointer));
  const auto known = context().shared.find(pointer);
  const bool is_checked = arguments_[index].shared && built.checks & process::kCheckBounds;
  if (is_checked && index < 64) launch.range.shared |= uint64_t{1} << index;
  if (known)
    ranges.push_back({known->begin, known->size, index, known->is_read_only()});
  else if (!is_checked)  // a checked kernel's unknown memory has been freed
    ranges.push_back({reinterpret_cast<std::byte *>(1), SIZE_MAX - 1, index, false});
  if (!known || !known->is_coarse_grained()) ranges.push_back({first, 0, index, false});
}

std::unique_ptr<Launch> _cl_kernel::snapshot(const Device &device) {
  std::unique_ptr<Launch> launch(new Launch);
  snapshot(device, *launch);
  return launch;
}

void _cl_kernel::snapshot(const Device &device, Launch &launch) {
  const KernelBuild &build = build_for(device);
  const abi::KernelInfo &built = *build.info;
  constexpr int64_t kSpare = 64;
  // Aligned here, because aligned allocations are slow.
  std::byte *args = launch.few_args;
  if (block_.size() > abi::kArgsAlign) {
    launch.many_args = std::make_unique_for_overwrite<std::byte[]>(block_.size() + abi::kArgsAlign);
    args = launch.many_args.get();
  }
  args = reinterpret_cast<std::byte *>(round_up(reinterpret_cast<uintptr_t>(args), abi::kArgsAlign));
  const uint64_t limit = device.local_bytes;
  const uint64_t first = round_up(built.local_bytes, abi::kLocalAlign);
  uint64_t next = first;
  // Ranges are also for the copies of kernels that this one enqueues; the checked mode asks where pointers lead.
  const bool keep_ranges = built.flags & (abi::kUsesAsyncCopies | abi::kEnqueues | abi::kChecked);
  // Commands that are enqueued from here on clear the marks that the kernel may leave.
  if (built.checks & process::kCheckUninit) checks::uninit::reserve();
  std::lock_guard lock(mutex_);
  if (spare_references_ == 0) code_->retain(spare_references_ = kSpare);
  --spare_references_;
  launch.code = code_;
  launch.build = &build;
  std::copy(block_.begin(), block_.end(), args);
  for (cl_uint index = 0; index < arguments_.size(); ++index) {
    auto &argument = arguments_[index];
    // "CL_INVALID_KERNEL_ARGS if all the kernel arguments have not been set for the kernel."
    if (!argument.set) throw Error{CL_INVALID_KERNEL_ARGS};
    if (argument.buffer) {
      launch.buffers.push_back(argument.buffer->lock());
      if (!launch.buffers.back()) throw Error{CL_INVALID_KERNEL_ARGS};  // the buffer has been released
      const Mem &buffer = *launch.buffers.back();
      if (keep_ranges && buffer.is_buffer())
        launch.buffer_ranges.push_back(
            {buffer.data(), buffer.size, index, (buffer.flags & (CL_MEM_READ_ONLY | CL_MEM_IMMUTABLE_EXT)) != 0});
      if (buffer.image() && built.checks & process::kCheckRace)
        launch.buffer_ranges.push_back({buffer.data(), buffer.size, index, false});
    }
    if (argument.pointer && keep_ranges) add_range(launch, index, built);
    if (info.args[index].kind == abi::ArgKind::local) {
      std::memcpy(args + info.args[index].offset, &next, sizeof next);
      if (argument.local_bytes > limit) throw Error{CL_OUT_OF_RESOURCES};
      if (keep_ranges) launch.local_ranges.push_back({next, argument.local_bytes, index});
      next += round_up(argument.local_bytes, abi::kLocalAlign);
    }
    if (next > limit) throw Error{CL_OUT_OF_RESOURCES};
  }
  if (built.flags & abi::kEnqueues)
    for (const auto &argument : arguments_)
      if (argument.queue) launch.queues.push_back(argument.queue);
  if (built.local_bytes > limit) throw Error{CL_OUT_OF_RESOURCES};
  if (std::max(built.stack.bytes, built.sub_group_stack.bytes) > exec::kMaxStackBytes) throw Error{CL_OUT_OF_RESOURCES};
  // Likewise if the context of a single work-item (private memory that lives across barriers) does not fit.
  if (built.item_context_bytes > device.memory_bytes / abi::padded_items(1)) throw Error{CL_OUT_OF_RESOURCES};
  launch.range.kernel = &built;
  launch.range.args = args;
  launch.range.argument_local_bytes = next - first;
  launch.range.buffers = launch.buffer_ranges;
  launch.range.locals = launch.local_ranges;
  launch.range.reports = &program().reports;
  launch.range.allocations = &context().shared;
}
