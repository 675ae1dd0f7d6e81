// SPDX-License-Identifier: Apache-2.0
// Programs: source or binary in, a loaded module out.
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "build/build.h"
#include "objects/object.h"
#include "objects/platform.h"
#include "objects/variants.h"
#include "observe/reports.h"

namespace wherry::runtime {

using BuildCallback = void(CL_CALLBACK *)(cl_program, void *);

// What a program is on one of its devices; never changed, only replaced. All devices are the same CPU, so devices share
// a binary, and a module without program-scope variables.
struct BuildState {
  cl_build_status status = CL_BUILD_NONE;
  cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
  std::string options;
  std::string log;
  std::shared_ptr<const build::Binary> binary;
  std::shared_ptr<const build::LoadedModule> module;  // of an executable
  std::shared_ptr<Variants> variants;                 // of its kernels; null: there will be none
  bool uniform = false;                               // work-groups must divide the global size
  unsigned forks = process::forks();                  // of the process that has the thread of a build in progress

  bool stayed_with_parent() const { return status == CL_BUILD_IN_PROGRESS && forks != process::forks(); }
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
  enum class Origin { source, binary, link };

  _cl_program(wherry::runtime::Context &context, std::string source);
  // Of a binary for each device, as state_of() returns it.
  _cl_program(wherry::runtime::Context &context, wherry::runtime::Devices devices,
              std::vector<std::shared_ptr<const wherry::runtime::BuildState>> states);
  // The result of a link, which link() begins.
  _cl_program(wherry::runtime::Context &context, wherry::runtime::Devices devices);
  // Throws CL_INVALID_BINARY, and CL_OUT_OF_RESOURCES where the binary cannot be loaded.
  static std::shared_ptr<const wherry::runtime::BuildState> state_of(std::span<const std::byte> binary);

  wherry::runtime::Context &context() const { return *context_; }
  const wherry::runtime::Devices devices;  // each one once
  const Origin origin;
  const std::string source;
  wherry::observe::Reports reports;  // of the checked mode
  std::shared_ptr<const wherry::runtime::BuildState> state(const wherry::runtime::Device &device) const;
  // Throws CL_INVALID_PROGRAM_EXECUTABLE where there is none.
  std::vector<wherry::runtime::Executable> executables() const;

  // Of the kernels that can be created: those defined alike in all executables that have them. Throws as executables().
  std::vector<std::string> kernel_names() const;

  // For `targets`, which are devices of the program, or for all where that is empty. Each works in the calling thread,
  // or, where `callback` is given, in one of its own, and then returns CL_SUCCESS at once. Returns the code of the
  // OpenCL call; throws CL_INVALID_OPERATION where another is under way for one of the devices, or kernels are
  // attached.
  cl_int build(const wherry::runtime::Devices &targets, std::string options, wherry::runtime::BuildCallback callback,
               void *data);
  cl_int compile(const wherry::runtime::Devices &targets, std::string options,
                 std::vector<std::pair<std::string, std::string>> headers, wherry::runtime::BuildCallback callback,
                 void *data);
  // Links `inputs`, of which there may be one, into an executable or a library, for all devices that they were compiled
  // for. Throws CL_INVALID_OPERATION where only some of them are compiled objects or libraries for a device, or none
  // for any.
  cl_int link(std::string options, bool library, std::span<Program *const> inputs,
              wherry::runtime::BuildCallback callback, void *data);

  // Of kernel objects.
  void attach();
  void detach();

 private:
  using BuildState = wherry::runtime::BuildState;
  using Job = std::function<cl_int(BuildState &)>;  // returns the call's code, fills the rest
  // What is built once, and for which devices.
  struct Step {
    std::vector<size_t> places;  // in `devices`
    Job job;
    std::vector<std::shared_ptr<BuildState>> next;  // what the devices' states become
  };
  std::vector<size_t> places_of(const wherry::runtime::Devices &targets) const;
  cl_int perform(std::string options, std::vector<Step> steps, wherry::runtime::BuildCallback callback, void *data);
  cl_int run(const Step &step) noexcept;
  void replace(std::vector<Step> &steps) noexcept;

  const Ref<wherry::runtime::Context> context_;
  const std::vector<std::shared_ptr<const wherry::build::Binary>> given_;  // by clCreateProgramWithBinary, by devices
  mutable std::mutex mutex_;                                               // guards what follows
  std::vector<std::shared_ptr<const BuildState>> states_;                  // by devices
  unsigned kernels_ = 0;
};
