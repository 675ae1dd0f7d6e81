// Kernels, their arguments, and their launches.
#pragma once
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "exec/executor.h"
#include "runtime/event.h"
#include "runtime/memory.h"
#include "runtime/program.h"
#include "runtime/recycled.h"

namespace wherry::runtime {

// What a kernel and its launches are made of. Kernels take references by the dozen, for launches that other threads
// give back: a count that two threads change with each launch costs more than the launch.
struct KernelCode {
  Ref<Program> program;
  std::shared_ptr<const build::LoadedModule> module;
  std::shared_ptr<Variants> variants;
  mutable std::atomic<int64_t> references = 1;

  void retain(int64_t count) const { references.fetch_add(count, std::memory_order_relaxed); }
  void release(int64_t count) const {
    if (references.fetch_sub(count, std::memory_order_acq_rel) == count) delete this;
  }
};

// An ND-range with all that it needs, taken when it is enqueued or recorded; runs any number of times, also at once.
struct Launch : Recycled<Launch> {
  Launch() {}  // leaves few_args as they are
  Launch(const Launch &) = delete;
  ~Launch() {
    if (code) code->release(1);
  }
  const KernelCode *code = nullptr;  // a reference
  // Somewhere in one of these, for the alignment, is the argument block.
  std::byte few_args[2 * abi::kArgsAlign];
  std::unique_ptr<std::byte[]> many_args;
  std::vector<Ref<Mem>> buffers;
  std::vector<abi::BufferRange> buffer_ranges;  // both of kernels with async copies
  std::vector<abi::LocalRange> local_ranges;
  exec::NdRange range = {};

  // Prints what the kernel printed; adds the copies' counts to those of `event`; hands the checked mode's reports to
  // the context.
  void run(Event &event) const;
};

using Size3 = std::array<size_t, 3>;

}  // namespace wherry::runtime

struct _cl_kernel final : wherry::runtime::Object<_cl_kernel> {
  _cl_kernel(wherry::runtime::Program &program, std::shared_ptr<const wherry::build::LoadedModule> module,
             const wherry::abi::KernelInfo &info);
  // A copy with its own arguments.
  explicit _cl_kernel(_cl_kernel &original);
  ~_cl_kernel();

  wherry::runtime::Program &program() const { return *code_->program; }
  wherry::runtime::Context &context() const { return program().context(); }
  const wherry::abi::KernelInfo &info;
  const bool uniform;
  std::span<const wherry::abi::ArgInfo> args() const { return {info.args, info.num_args}; }
  // Work-items: what the contexts of one work-group may take is bounded.
  size_t max_work_group_size() const;
  // A local size for a launch on `workers` threads that leaves it open. `global` holds no zero.
  wherry::runtime::Size3 choose_local_size(wherry::runtime::Size3 global, size_t workers) const;
  // The local size to run a launch with that asks for `local`: another one where work-items cannot tell, and longer
  // item loops or register blocking serve better.
  wherry::runtime::Size3 regroup(const wherry::runtime::Size3 &global, const wherry::runtime::Size3 &local,
                                 size_t workers) const;
  size_t lane_dimension() const;      // 0 or 1
  size_t blocked_iterations() const;  // of the loop over the other one, which go together; 1: none
  wherry::runtime::Size3 widened(wherry::runtime::Size3 local, const wherry::runtime::Size3 &global,
                                 size_t workers) const;
  // Static and of the arguments set.
  cl_ulong local_bytes();

  void set_value(cl_uint index, const void *value);
  void set_buffer(cl_uint index, wherry::runtime::Mem *buffer);  // or a pipe; null: a null pointer
  void set_local(cl_uint index, size_t bytes);
  void set_pointer(cl_uint index, const void *pointer);  // any of the program's

  // The arguments as they are now, and no range yet. Throws CL_INVALID_KERNEL_ARGS, and
  // CL_OUT_OF_RESOURCES where they want more local or private memory than there is.
  std::unique_ptr<wherry::runtime::Launch> snapshot();
  void snapshot(wherry::runtime::Launch &launch);  // the same; leaves the range's sizes as they are

 private:
  struct Argument {
    bool set = false;
    size_t local_bytes = 0;
    std::shared_ptr<wherry::runtime::WeakMem> buffer;
    const void *pointer = nullptr;  // of set_pointer()
  };
  void add_range(std::vector<wherry::abi::BufferRange> &ranges, cl_uint index, const void *pointer) const;

  std::mutex mutex_;              // guards what follows
  int64_t spare_references_ = 0;  // of the code's, for launches
  std::vector<std::byte> block_;  // the arguments by their offsets
  std::vector<Argument> arguments_;

  const wherry::runtime::KernelCode *const code_;  // a reference; made last, when nothing can fail any more
};
