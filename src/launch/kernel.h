// Kernels, their arguments, and their launches.
#pragma once
#include <array>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "exec/executor.h"
#include "graph/event.h"
#include "objects/memory.h"
#include "objects/program.h"
#include "objects/recycled.h"

namespace wherry::runtime {

using Size3 = std::array<size_t, 3>;

// A kernel as it was built for some of the program's devices.
struct KernelBuild {
  const abi::KernelInfo *info;
  bool uniform;  // work-groups must divide the global size
  std::shared_ptr<const build::LoadedModule> module;
  std::shared_ptr<Variants> variants;
  std::vector<const Device *> devices;

  // Work-items: what the contexts of one work-group may take is bounded.
  size_t max_work_group_size() const;
  // A local size for a launch on `workers` threads that leaves it open. `global` holds no zero.
  Size3 choose_local_size(Size3 global, size_t workers) const;
  // The local size to run a launch with that asks for `local`: another one where work-items cannot tell, and longer
  // item loops or register blocking serve better.
  Size3 regroup(const Size3 &global, const Size3 &local, size_t workers) const;

 private:
  size_t lane_dimension() const;      // 0 or 1
  size_t blocked_iterations() const;  // of the loop over the other one, which go together; 1: none
  Size3 widened(Size3 local, const Size3 &global, size_t workers) const;
};

// What a kernel and its launches are made of. Kernels take references by the dozen, for launches that other threads
// give back: a count that two threads change with each launch costs more than the launch.
struct KernelCode {
  Ref<Program> program;
  std::vector<KernelBuild> builds;  // at least one
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
  const KernelCode *code = nullptr;    // a reference
  const KernelBuild *build = nullptr;  // of the queue's device
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

}  // namespace wherry::runtime

struct _cl_kernel final : wherry::runtime::Object<_cl_kernel> {
  // Throws CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_KERNEL_NAME, and CL_INVALID_KERNEL_DEFINITION where the program's
  // executables do not declare it alike.
  _cl_kernel(wherry::runtime::Program &program, std::string_view name);
  // A copy with its own arguments.
  explicit _cl_kernel(_cl_kernel &original);
  ~_cl_kernel();

  wherry::runtime::Program &program() const { return *code_->program; }
  wherry::runtime::Context &context() const { return program().context(); }
  // Of the first device that it was built for; name, attributes and arguments are the same for all.
  const wherry::abi::KernelInfo &info;
  std::span<const wherry::runtime::KernelBuild> builds() const { return code_->builds; }
  // Throws CL_INVALID_PROGRAM_EXECUTABLE where it was not built for the device.
  const wherry::runtime::KernelBuild &build_for(const wherry::runtime::Device &device) const;
  std::span<const wherry::abi::ArgInfo> args() const { return {info.args, info.num_args}; }
  // Local memory that it needs as built there, of the arguments set too.
  cl_ulong local_bytes(const wherry::runtime::KernelBuild &build);

  void set_value(cl_uint index, const void *value);
  void set_buffer(cl_uint index, wherry::runtime::Mem *buffer);  // or a pipe; null: a null pointer
  void set_local(cl_uint index, size_t bytes);
  void set_pointer(cl_uint index, const void *pointer);  // any of the program's

  // For a launch on `device`: the arguments as they are now, and no range yet. Throws CL_INVALID_PROGRAM_EXECUTABLE,
  // CL_INVALID_KERNEL_ARGS, and CL_OUT_OF_RESOURCES where they want more local or private memory than there is.
  std::unique_ptr<wherry::runtime::Launch> snapshot(const wherry::runtime::Device &device);
  // The same; leaves the range's sizes as they are.
  void snapshot(const wherry::runtime::Device &device, wherry::runtime::Launch &launch);

 private:
  struct Argument {
    bool set = false;
    size_t local_bytes = 0;
    std::shared_ptr<wherry::runtime::WeakMem> buffer;
    const void *pointer = nullptr;  // of set_pointer()
  };
  explicit _cl_kernel(std::unique_ptr<wherry::runtime::KernelCode> code);
  void add_range(std::vector<wherry::abi::BufferRange> &ranges, cl_uint index, const void *pointer) const;

  std::mutex mutex_;              // guards what follows
  int64_t spare_references_ = 0;  // of the code's, for launches
  std::vector<std::byte> block_;  // the arguments by their offsets
  std::vector<Argument> arguments_;

  const wherry::runtime::KernelCode *const code_;  // a reference; made last, when nothing can fail any more
};
