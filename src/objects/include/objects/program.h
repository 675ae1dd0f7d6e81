// SPDX-License-Identifier: Apache-2.0
// Programs: from source or binary to a loaded module.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "build/build.h"
#include "objects/object.h"
#include "objects/platform.h"
#include "objects/spirv_module.h"
#include "objects/variants.h"
#include "observe/reports.h"

namespace wherry::runtime {

using BuildCallback = void(CL_CALLBACK *)(cl_program, void *);

// The state of a program on one of its devices; immutable, replaced by each build. All devices are the same CPU, so
// they share binaries, and modules without program-scope variables.
struct BuildState {
  cl_build_status status = CL_BUILD_NONE;
  cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
  std::string options;
  std::string log;
  std::shared_ptr<const build::Binary> binary;
  std::shared_ptr<const build::LoadedModule> module;  // of an executable
  std::shared_ptr<Variants> variants;                 // of its kernels; null: no variants are built
  bool uniform = false;                               // work-groups must divide the global size
  unsigned forks = process::forks();                  // identifies the process whose thread runs a build in progress

  // A build in progress at fork() never ends in the child, which lacks its thread.
  bool lost_in_fork() const { return status == CL_BUILD_IN_PROGRESS && forks != process::forks(); }
};

// Whether two kernels of the same name have the same arguments.
bool same_definition(const abi::KernelInfo &a, const abi::KernelInfo &b);

// An executable of a program, and the devices that it was built for.
struct Executable {
  std::shared_ptr<const BuildState> state;
  std::vector<const Device *> devices;
  std::span<const abi::KernelInfo> kernels() const {
    return {state->module->module().kernels, state->module->module().num_kernels};
  }
};

}  // namespace wherry::runtime

struct _cl_program final : wherry::runtime::Object<_cl_program> {
  using Program = wherry::runtime::Program;
  template <class T> using Ref = wherry::runtime::Ref<T>;
  enum class Origin { source, il, binary, link };

  _cl_program(wherry::runtime::Context &context, std::string source);
  // Of intermediate language: a SPIR-V module.
  _cl_program(wherry::runtime::Context &context, wherry::runtime::SpirvModule il);
  // From a binary for each device, as state_of() returns it.
  _cl_program(wherry::runtime::Context &context, wherry::runtime::Devices devices,
              std::vector<std::shared_ptr<const wherry::runtime::BuildState>> states);
  ~_cl_program();
  // The result of a link, which link() begins.
  _cl_program(wherry::runtime::Context &context, wherry::runtime::Devices devices);
  // Throws CL_INVALID_BINARY, and CL_OUT_OF_RESOURCES if the binary cannot be loaded.
  static std::shared_ptr<const wherry::runtime::BuildState> state_of(std::span<const std::byte> binary);

  wherry::runtime::Context &context() const { return *context_; }
  const wherry::runtime::Devices devices;  // without duplicates
  const Origin origin;
  const std::string source;
  const wherry::runtime::SpirvModule il;
  wherry::observe::Reports reports;  // of WHERRY_CHECK
  std::shared_ptr<const wherry::runtime::BuildState> state(const wherry::runtime::Device &device) const;
  // Throws CL_INVALID_PROGRAM_EXECUTABLE if there is none.
  std::vector<wherry::runtime::Executable> executables() const;

  // The kernels that can be created: those that all executables containing them define alike. Throws as executables().
  std::vector<std::string> kernel_names() const;

  // Build or compile for `targets`, which are devices of the program, or for all devices if that is empty. Without
  // `callback`, in the calling thread; returns the code of the OpenCL call. With `callback`, in another thread; returns
  // CL_SUCCESS at once. Throws CL_INVALID_OPERATION if a build for one of the devices is in progress, or kernels are
  // attached.
  cl_int build(const wherry::runtime::Devices &targets, std::string options, wherry::runtime::BuildCallback callback,
               void *data);
  cl_int compile(const wherry::runtime::Devices &targets, std::string options,
                 std::vector<std::pair<std::string, std::string>> headers, wherry::runtime::BuildCallback callback,
                 void *data);
  // Links one or more `inputs` into an executable or a library, for all devices that they were compiled for. Throws
  // CL_INVALID_OPERATION if for some device only a part of the inputs is compiled, or if none is for any device.
  cl_int link(std::string options, bool library, std::span<Program *const> inputs,
              wherry::runtime::BuildCallback callback, void *data);

  // For the next build. Throws CL_INVALID_SPEC_ID, and CL_INVALID_VALUE where the size is not the constant's.
  void set_constant(cl_uint id, std::string bytes);

  // Whether an executable of the program has constructors or destructors, or none is built yet.
  bool may_destroy_objects() const;
  // Calls `function` when the program is destroyed, after the destructors of its program-scope objects.
  void add_release_callback(wherry::runtime::BuildCallback function, void *data);

  // Count the kernel objects of the program.
  void attach();
  void detach();

 private:
  using BuildState = wherry::runtime::BuildState;
  using Job = std::function<cl_int(BuildState &)>;  // returns the OpenCL call's code, and fills the state
  // A build job, and the devices that share its result.
  struct Step {
    std::vector<size_t> places;  // indices in `devices`
    Job job;
    std::vector<std::shared_ptr<BuildState>> next;  // the new states of the devices
  };
  std::vector<size_t> places_of(const wherry::runtime::Devices &targets) const;
  cl_int perform(std::string options, std::vector<Step> steps, wherry::runtime::BuildCallback callback, void *data);
  cl_int run(const Step &step) noexcept;
  wherry::build::Request request() const;
  void replace(std::vector<Step> &steps) noexcept;

  const Ref<wherry::runtime::Context> context_;
  const std::vector<std::shared_ptr<const wherry::build::Binary>> given_;  // to clCreateProgramWithBinary, by device
  mutable std::mutex mutex_;                                               // guards the members below
  std::vector<std::shared_ptr<const BuildState>> states_;                  // by device
  std::map<cl_uint, std::string> constants_;                               // those that the program has set
  unsigned kernels_ = 0;
  std::vector<std::pair<wherry::runtime::BuildCallback, void *>> release_callbacks_;
};
