// SPDX-License-Identifier: Apache-2.0
// Kernels and their arguments.
#pragma once
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

#include "launch/launch.h"

struct _cl_kernel final : wherry::runtime::Object<_cl_kernel> {
  // Throws CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_KERNEL_NAME, and CL_INVALID_KERNEL_DEFINITION if the program's
  // executables declare the kernel differently.
  _cl_kernel(wherry::runtime::Program &program, std::string_view name);
  // A copy with its own arguments.
  explicit _cl_kernel(_cl_kernel &original);
  ~_cl_kernel();

  wherry::runtime::Program &program() const { return *code_->program; }
  wherry::runtime::Context &context() const { return program().context(); }
  // From the first device that the kernel was built for; name, attributes and arguments are the same for all devices.
  const wherry::abi::KernelInfo &info;
  std::span<const wherry::runtime::KernelBuild> builds() const { return code_->builds; }
  // Throws CL_INVALID_PROGRAM_EXECUTABLE if the kernel was not built for the device.
  const wherry::runtime::KernelBuild &build_for(const wherry::runtime::Device &device) const;
  std::span<const wherry::abi::ArgInfo> args() const { return {info.args, info.num_args}; }
  // Bytes of local memory that the kernel needs in this build, including the arguments that are set.
  cl_ulong local_bytes(const wherry::runtime::KernelBuild &build);

  void set_value(cl_uint index, const void *value);
  void set_buffer(cl_uint index, wherry::runtime::Mem *buffer);  // or an image or pipe; null: a null pointer
  void set_local(cl_uint index, size_t bytes);
  void set_queue(cl_uint index, wherry::runtime::Queue &queue);  // on the device
  void set_pointer(cl_uint index, const void *pointer);          // any pointer of the program

  // A launch on `device` with the current arguments and no range yet. Throws CL_INVALID_PROGRAM_EXECUTABLE,
  // CL_INVALID_KERNEL_ARGS, and CL_OUT_OF_RESOURCES if the kernel needs more local or private memory than the device
  // has.
  std::unique_ptr<wherry::runtime::Launch> snapshot(const wherry::runtime::Device &device);
  // Likewise, into `launch`, whose sizes it does not change.
  void snapshot(const wherry::runtime::Device &device, wherry::runtime::Launch &launch);

 private:
  struct Argument {
    bool set = false;
    size_t local_bytes = 0;
    std::shared_ptr<wherry::runtime::WeakMem> buffer;
    const void *pointer = nullptr;  // from set_pointer()
    wherry::runtime::Ref<wherry::runtime::Queue> queue = {};
    bool shared = false;  // `pointer` was in shared memory then
  };
  explicit _cl_kernel(std::unique_ptr<wherry::runtime::KernelCode> code);
  void add_range(wherry::runtime::Launch &launch, cl_uint index, const wherry::abi::KernelInfo &built) const;

  std::mutex mutex_;              // guards the members below
  int64_t spare_references_ = 0;  // references to code_ that launches can take over
  std::vector<std::byte> block_;  // the arguments at their offsets
  std::vector<Argument> arguments_;

  const wherry::runtime::KernelCode *const
      code_;  // an owned reference; initialised last, when nothing can throw any more
};
