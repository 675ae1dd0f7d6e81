// Programs: source or binary in, a loaded module out.
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "build/build.h"
#include "observe/reports.h"
#include "runtime/object.h"
#include "runtime/platform.h"
#include "runtime/variants.h"

namespace wherry::runtime {

using BuildCallback = void(CL_CALLBACK *)(cl_program, void *);

// One state of a program's only device; never changed, only replaced.
struct BuildState {
  cl_build_status status = CL_BUILD_NONE;
  cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
  std::string options;
  std::string log;
  std::shared_ptr<const build::Binary> binary;
  std::shared_ptr<const build::LoadedModule> module;  // of an executable
  std::shared_ptr<Variants> variants;                 // of its kernels; null: there will be none
  bool uniform = false;                               // work-groups must divide the global size
};

}  // namespace wherry::runtime

struct _cl_program final : wherry::runtime::Object<_cl_program> {
  using Program = wherry::runtime::Program;
  template <class T> using Ref = wherry::runtime::Ref<T>;
  enum class Origin { source, binary, link };

  _cl_program(wherry::runtime::Context &context, std::string source);
  // Throws CL_INVALID_BINARY, and CL_OUT_OF_RESOURCES where it cannot be loaded.
  _cl_program(wherry::runtime::Context &context, wherry::runtime::Devices devices, std::span<const std::byte> binary);
  // The result of a link, which link() begins.
  _cl_program(wherry::runtime::Context &context, wherry::runtime::Devices devices);

  wherry::runtime::Context &context() const { return *context_; }
  const wherry::runtime::Devices devices;  // all alike: what is built for one is built for all
  const Origin origin;
  const std::string source;
  wherry::observe::Reports reports;  // of the checked mode
  std::shared_ptr<const wherry::runtime::BuildState> state() const;
  // The module of the executable; throws CL_INVALID_PROGRAM_EXECUTABLE where there is none.
  std::shared_ptr<const wherry::build::LoadedModule> executable() const;

  // Each works in the calling thread, or, where `callback` is given, in one of its own, and then
  // returns CL_SUCCESS at once. Returns the code of the OpenCL call; throws CL_INVALID_OPERATION
  // where another is under way or kernels are attached.
  cl_int build(std::string options, wherry::runtime::BuildCallback callback, void *data);
  cl_int compile(std::string options, std::vector<std::pair<std::string, std::string>> headers,
                 wherry::runtime::BuildCallback callback, void *data);
  // Links `inputs`, of which there may be one, into an executable or a library. Throws CL_INVALID_OPERATION
  // where one of them is neither a compiled object nor a library.
  cl_int link(std::string options, bool library, std::span<Program *const> inputs,
              wherry::runtime::BuildCallback callback, void *data);

  // Of kernel objects.
  void attach();
  void detach();

 private:
  using BuildState = wherry::runtime::BuildState;
  using Job = std::function<cl_int(BuildState &)>;  // returns the call's code, fills the rest
  cl_int perform(std::string options, Job job, wherry::runtime::BuildCallback callback, void *data);
  void finish(const Job &job, BuildState state, cl_int *code) noexcept;

  const Ref<wherry::runtime::Context> context_;
  const std::shared_ptr<const wherry::build::Binary> given_;  // by clCreateProgramWithBinary
  mutable std::mutex mutex_;                                  // guards what follows
  std::shared_ptr<const BuildState> state_;
  unsigned kernels_ = 0;
};
