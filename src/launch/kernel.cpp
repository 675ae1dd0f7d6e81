#include "launch/kernel.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdio>
#include <cstring>

#include "exec/limits.h"
#include "kernel_abi/limits.h"

using namespace wherry;
using namespace wherry::runtime;

namespace {

// Of the work-item contexts of one work-group.
constexpr uint64_t kMaxContextBytes = 64 << 20;

constexpr uint64_t round_up(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

// The modes are about a kernel as it is written.
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
          {&info, state.uniform, state.module, can_vary(info) ? state.variants : nullptr, executable.devices});
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
  std::byte *address = buffer ? buffer->data() : nullptr;
  std::lock_guard lock(mutex_);
  std::memcpy(block_.data() + info.args[index].offset, &address, sizeof address);
  arguments_[index] = {true, 0, buffer ? buffer->weak() : nullptr, nullptr};
}

void _cl_kernel::set_local(cl_uint index, size_t bytes) {
  std::lock_guard lock(mutex_);
  arguments_[index] = {true, bytes, nullptr, nullptr};
}

void _cl_kernel::set_pointer(cl_uint index, const void *pointer) {
  std::lock_guard lock(mutex_);
  std::memcpy(block_.data() + info.args[index].offset, &pointer, sizeof pointer);
  arguments_[index] = {true, 0, nullptr, pointer};
}

// The memory behind a pointer: its allocation, or, where that is not known, all there is. A range of no bytes
// after that one says that nothing may be read ahead of the kernel there, or in the place of a copy: others may
// write to fine-grained memory while the kernel runs.
void _cl_kernel::add_range(std::vector<abi::BufferRange> &ranges, cl_uint index, const void *pointer) const {
  auto *first = const_cast<std::byte *>(static_cast<const std::byte *>(pointer));
  const auto known = context().shared.find(pointer);
  if (known)
    ranges.push_back({known->begin, known->size, index, known->is_read_only()});
  else
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
  // Aligned by hand: aligned allocations are slow.
  std::byte *args = launch.few_args;
  if (block_.size() > abi::kArgsAlign) {
    launch.many_args = std::make_unique_for_overwrite<std::byte[]>(block_.size() + abi::kArgsAlign);
    args = launch.many_args.get();
  }
  args = reinterpret_cast<std::byte *>(round_up(reinterpret_cast<uintptr_t>(args), abi::kArgsAlign));
  const uint64_t limit = device.local_bytes;
  const uint64_t first = round_up(built.local_bytes, abi::kLocalAlign);
  uint64_t next = first;
  const bool keep_ranges = built.flags & abi::kUsesAsyncCopies;
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
      if (!launch.buffers.back()) throw Error{CL_INVALID_KERNEL_ARGS};  // released since
      const Mem &buffer = *launch.buffers.back();
      if (keep_ranges && !buffer.pipe())
        launch.buffer_ranges.push_back({buffer.data(), buffer.size, index, (buffer.flags & CL_MEM_READ_ONLY) != 0});
    }
    if (argument.pointer && keep_ranges) add_range(launch.buffer_ranges, index, argument.pointer);
    if (info.args[index].kind == abi::ArgKind::local) {
      std::memcpy(args + info.args[index].offset, &next, sizeof next);
      if (argument.local_bytes > limit) throw Error{CL_OUT_OF_RESOURCES};
      if (keep_ranges) launch.local_ranges.push_back({next, argument.local_bytes, index});
      next += round_up(argument.local_bytes, abi::kLocalAlign);
    }
    if (next > limit) throw Error{CL_OUT_OF_RESOURCES};
  }
  if (built.local_bytes > limit) throw Error{CL_OUT_OF_RESOURCES};
  if (built.stack.bytes > exec::kMaxStackBytes) throw Error{CL_OUT_OF_RESOURCES};
  // Nor more private memory that is alive at barriers, of one work-item alone.
  if (built.item_context_bytes > device.memory_bytes / abi::padded_items(1)) throw Error{CL_OUT_OF_RESOURCES};
  launch.range.kernel = &built;
  launch.range.args = args;
  launch.range.argument_local_bytes = next - first;
  launch.range.buffers = launch.buffer_ranges;
  launch.range.locals = launch.local_ranges;
  launch.range.reports = &program().reports;
}

void Launch::run(Event &event) const {
  exec::Executor &executor = event.executor();
  exec::RunResult result;
  // What is over at once is not worth a variant, nor to be timed for one.
  if (Variants::at_once() || !executor.run_if_quick(range, result)) {
    Variants *variants = build->variants.get();
    const Variants::Choice variant = variants ? variants->choose(range) : Variants::Choice();
    exec::NdRange chosen = range;
    if (variant.kernel) chosen.kernel = variant.kernel;
    if (auto *traced = event.traced.get()) {
      traced->kernel = observe::trace::name(range.kernel->name);
      traced->work_dim = range.work_dim;
      std::copy_n(range.global_offset, 3, traced->offset);
      std::copy_n(range.global_size, 3, traced->global);
      std::copy_n(range.local_size, 3, traced->local);
      chosen.command = traced->id;
    }
    const auto begin = std::chrono::steady_clock::now();
    result = executor.run(chosen);
    if (variants && !variant.kernel)
      variants->ran(range, std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count());
  }
  if (range.kernel->flags & abi::kUsesAsyncCopies) {
    if (!event.copies) event.copies = std::make_unique<exec::CopyCounts>();
    *event.copies += result.copies;
  }
  if (range.kernel->flags & abi::kChecked)
    for (const std::string &text : code->program->reports.take()) code->program->context().notify(text);
  if (result.printed.empty()) return;
  const process::OutsideLibrary writing;  // to a pipe, perhaps, that is not read
  std::fwrite(result.printed.data(), 1, result.printed.size(), stdout);
  std::fflush(stdout);
}

size_t KernelBuild::max_work_group_size() const {
  if (info->item_context_bytes == 0) return kMaxWorkGroupSize;
  uint64_t items = std::max<uint64_t>(kMaxContextBytes / info->item_context_bytes, 1);
  return std::min<size_t>(std::bit_floor(items), kMaxWorkGroupSize);
}

Size3 KernelBuild::regroup(const Size3 &global, const Size3 &local, size_t workers) const {
  if (!(info->flags & abi::kRegroupable)) return local;
  // At least a vector along the lanes, and across them too where accesses are not contiguous: then lanes next to each
  // other in either dimension share cache lines.
  constexpr size_t kVector = 16, kLong = 64;
  const bool contiguous = info->flags & abi::kContiguous;
  const size_t lanes = lane_dimension();
  const bool narrow = lanes == 1 && !contiguous && local[0] < std::min(kVector, global[0]);
  const bool flat = local[1 - lanes] < std::min<size_t>(blocked_iterations(), global[1 - lanes]);
  if (local[lanes] >= std::min(contiguous ? kLong : kVector, global[lanes]) && !narrow && !flat)
    return widened(local, global, workers);
  const Size3 chosen = choose_local_size(global, workers);
  return narrow || flat || chosen[lanes] > local[lanes] ? chosen : local;
}

// An item loop's prologue and epilogue show beside few short work-items whose data are in caches: 1.3 times the time of
// Floyd and Warshall's. With more work-items, a stencil in memory was read faster in loops of 64, by as much.
Size3 KernelBuild::widened(Size3 local, const Size3 &global, size_t workers) const {
  constexpr size_t kEnough = 256, kMost = 1024, kInCaches = size_t{1} << 21, kGroups = 16;  // for each worker
  if (!(info->flags & abi::kContiguous) || global[0] * global[1] * global[2] > kInCaches) return local;
  const size_t lanes = lane_dimension();
  auto groups = [&] { return global[0] / local[0] * (global[1] / local[1]) * (global[2] / local[2]); };
  while (local[lanes] < kEnough && local[0] * local[1] * local[2] < kMost && global[lanes] % (2 * local[lanes]) == 0 &&
         groups() >= 2 * kGroups * workers)
    local[lanes] *= 2;
  return local;
}

size_t KernelBuild::lane_dimension() const { return info->flags & abi::kLanesAlongY ? 1 : 0; }

size_t KernelBuild::blocked_iterations() const {
  return info->flags & abi::kRegisterBlocked ? abi::kBlockedIterations : 1;
}

Size3 KernelBuild::choose_local_size(Size3 global, size_t workers) const {
  const size_t max_group = max_work_group_size();
  const uint32_t *hint = info->work_group_size_hint;
  // Enough work-items to pay for a work-group, few enough for each worker to get some work-groups. Where a work-group
  // is only a loop, its prologue shows beside 256 short work-items: 6 % of a square root.
  const size_t kFew = 64, kMany = info->flags & abi::kRegroupable ? 1024 : 256;
  auto fits = [&](const Size3 &local) {
    for (int d = 0; d < 3; ++d)
      if (local[d] == 0 || local[d] > global[d] || (uniform && global[d] % local[d] != 0)) return false;
    return local[0] * local[1] * local[2] <= max_group;
  };
  if (Size3 wanted{hint[0], hint[1], hint[2]}; fits(wanted)) return wanted;
  // Accesses that are not contiguous are taken to be contiguous in the other dimension: a tile uses whole cache lines.
  constexpr Size3 kTile{16, 16, 1};
  const bool contiguous = !(info->flags & abi::kRegroupable) || (info->flags & abi::kContiguous);
  if (!contiguous && fits(kTile) && global[0] / kTile[0] * (global[1] / kTile[1]) >= 4 * workers) return kTile;

  // The lanes' dimension first.
  const bool swapped = lane_dimension() == 1;
  if (swapped) std::swap(global[0], global[1]);
  auto turned = [&](Size3 local) {
    if (swapped) std::swap(local[0], local[1]);
    return local;
  };
  size_t others = global[1] > SIZE_MAX / global[2] ? SIZE_MAX : global[1] * global[2];
  size_t per_worker = others >= 4 * workers ? global[0] : global[0] * others / (4 * workers);
  const size_t target = std::min(std::clamp(std::bit_floor(std::max<size_t>(per_worker, 1)), kFew, kMany), max_group);
  // The largest divisor of `size` up to `limit`.
  auto divisor = [](size_t size, size_t limit) {
    limit = std::min(size, limit);
    while (size % limit != 0) --limit;
    return limit;
  };
  Size3 local{1, 1, 1};
  size_t room = target / blocked_iterations();
  for (int d = 0; d < 3 && room > 1; ++d) {
    local[d] = divisor(global[d], room);
    if (!uniform && local[d] * 2 <= room && local[d] < global[d]) local[d] = std::min(room, global[d]);
    room /= local[d];
    // Dimensions past the first only fill up small work-groups, but for register blocking.
    room = std::min(room, kFew / std::min(kFew, local[0] * local[1] * local[2]));
    if (d == 0) room = std::max(room, blocked_iterations());
  }
  // A size without a fair divisor, such as a prime, is better one work-group than many of one work-item.
  if (local[0] * local[1] * local[2] < kPreferredMultiple && uniform) {
    size_t larger = target;
    while (larger <= max_group && (larger > global[0] || global[0] % larger != 0)) ++larger;
    if (larger <= max_group) return turned({larger, 1, 1});
  }
  return turned(local);
}
