#include "runtime/program.h"

#include <sstream>
#include <thread>

using namespace wherry;
using namespace wherry::runtime;

namespace {

// "-cl-uniform-work-group-size: This requires that the global work-size be a multiple of the
// work-group size"; before OpenCL C 2.0 it always has to be.
bool requires_uniform(const std::string &options) {
  constexpr std::string_view kStandard = "-cl-std=";
  bool uniform = true;
  std::istringstream words(options);
  for (std::string word; words >> word;) {
    if (word.starts_with(kStandard)) uniform = word.substr(kStandard.size()).starts_with("CL1");
    if (word == "-cl-uniform-work-group-size") return true;
  }
  return uniform;
}

// The codes of a failed clBuildProgram or clCompileProgram.
struct Codes {
  cl_int failure, invalid_options;
};

cl_int run_compiler(const build::Request &request, Codes codes, BuildState &state) {
  build::Result result = build::compile(request);
  state.log = std::move(result.log);
  switch (result.status) {
  case build::Status::ok: break;
  case build::Status::invalid_options: return codes.invalid_options;
  case build::Status::failed: return codes.failure;
  case build::Status::unavailable: return CL_COMPILER_NOT_AVAILABLE;
  }
  state.binary = std::move(result.binary);
  return CL_SUCCESS;
}

// Makes the state's binary an executable; `failure` where it cannot be loaded.
cl_int load(BuildState &state, cl_int failure) {
  try {
    state.module = build::LoadedModule::load(state.binary);
  } catch (const std::runtime_error &error) {
    state.log += error.what();
    return failure;
  }
  state.type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  return CL_SUCCESS;
}

}  // namespace

_cl_program::_cl_program(Context &context, std::string source)
    : origin(Origin::source), source(std::move(source)), context_(context), state_(std::make_shared<BuildState>()) {}

_cl_program::_cl_program(Context &context, std::span<const std::byte> binary)
    : origin(Origin::binary), context_(context) {
  BuildState state;
  state.binary = build::wrap({binary.begin(), binary.end()});
  if (load(state, CL_INVALID_BINARY) != CL_SUCCESS) throw Error{CL_INVALID_BINARY};
  state.module = nullptr;  // there is no executable before clBuildProgram
  state_ = std::make_shared<const BuildState>(std::move(state));
}

_cl_program::_cl_program(Context &context)
    : origin(Origin::link), context_(context), state_(std::make_shared<BuildState>()) {}

std::shared_ptr<const BuildState> _cl_program::state() const {
  std::lock_guard lock(mutex_);
  return state_;
}

std::shared_ptr<const build::LoadedModule> _cl_program::executable() const {
  auto module = state()->module;
  if (!module) throw Error{CL_INVALID_PROGRAM_EXECUTABLE};
  return module;
}

void _cl_program::attach() {
  std::lock_guard lock(mutex_);
  ++kernels_;
}

void _cl_program::detach() {
  std::lock_guard lock(mutex_);
  --kernels_;
}

cl_int _cl_program::build(std::string options, BuildCallback callback, void *data) {
  if (origin == Origin::source) {
    auto job = [this](BuildState &state) {
      cl_int code =
          run_compiler({source, state.options, {}}, {CL_BUILD_PROGRAM_FAILURE, CL_INVALID_BUILD_OPTIONS}, state);
      state.uniform = requires_uniform(state.options);
      return code == CL_SUCCESS ? load(state, CL_BUILD_PROGRAM_FAILURE) : code;
    };
    return perform(std::move(options), job, callback, data);
  }
  auto job = [binary = state()->binary](BuildState &state) {
    state.binary = binary;
    // The binary does not say how it was built: its groups are taken for non-uniform ones unless the options differ.
    state.uniform = state.options.find("-cl-") != std::string::npos && requires_uniform(state.options);
    return load(state, CL_INVALID_BINARY);
  };
  return perform(std::move(options), job, callback, data);
}

cl_int _cl_program::compile(std::string options, std::vector<std::pair<std::string, std::string>> headers,
                            BuildCallback callback, void *data) {
  auto job = [this, headers = std::move(headers)](BuildState &state) {
    cl_int code = run_compiler({source, state.options, headers},
                               {CL_COMPILE_PROGRAM_FAILURE, CL_INVALID_COMPILER_OPTIONS}, state);
    state.uniform = requires_uniform(state.options);
    if (code == CL_SUCCESS) state.type = CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
    return code;
  };
  return perform(std::move(options), job, callback, data);
}

cl_int _cl_program::link(std::string options, std::span<Program *const> inputs, BuildCallback callback, void *data) {
  std::vector<std::shared_ptr<const BuildState>> objects;
  for (Program *input : inputs) objects.push_back(input->state());
  auto job = [objects = std::move(objects)](BuildState &state) -> cl_int {
    if (objects.size() != 1) {
      state.log = "error: " + std::to_string(objects.size()) +
                  " programs cannot be linked into one: a compiled program has no undefined symbols; build the "
                  "sources together, or include them as headers\n";
      return CL_LINK_PROGRAM_FAILURE;
    }
    state.binary = objects[0]->binary;
    state.uniform = objects[0]->uniform;
    if (state.options.find("-create-library") == std::string::npos) return load(state, CL_LINK_PROGRAM_FAILURE);
    state.type = CL_PROGRAM_BINARY_TYPE_LIBRARY;
    return CL_SUCCESS;
  };
  return perform(std::move(options), job, callback, data);
}

cl_int _cl_program::perform(std::string options, Job job, BuildCallback callback, void *data) {
  BuildState next;
  next.options = std::move(options);
  next.status = CL_BUILD_IN_PROGRESS;
  auto in_progress = std::make_shared<const BuildState>(next);
  std::shared_ptr<const BuildState> replaced;
  {
    std::lock_guard lock(mutex_);
    // "CL_INVALID_OPERATION if the build of a program executable for any of the devices listed in
    // device_list by a previous call to clBuildProgram for program has not completed."
    if (state_->status == CL_BUILD_IN_PROGRESS) throw Error{CL_INVALID_OPERATION};
    // "CL_INVALID_OPERATION if there are kernel objects attached to program."
    if (kernels_ != 0) throw Error{CL_INVALID_OPERATION};
    replaced = std::exchange(state_, in_progress);
  }
  cl_int code = CL_SUCCESS;
  if (!callback) {
    finish(job, std::move(next), &code);
    return code;
  }
  try {
    std::thread([self = Ref(*this), job = std::move(job), next = std::move(next), callback, data]() mutable {
      self->finish(job, std::move(next), nullptr);
      callback(self.get(), data);
    }).detach();
  } catch (...) {
    std::lock_guard lock(mutex_);
    state_ = replaced;
    throw;
  }
  return CL_SUCCESS;
}

void _cl_program::finish(const Job &job, BuildState next, cl_int *code) noexcept {
  cl_int result;
  try {
    result = job(next);
  } catch (const Error &error) {
    result = error.code;
  } catch (...) {
    result = CL_OUT_OF_HOST_MEMORY;
  }
  if (result != CL_SUCCESS) {
    next.binary = nullptr;
    next.type = CL_PROGRAM_BINARY_TYPE_NONE;
  }
  next.status = result == CL_SUCCESS ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
  if (code) *code = result;
  auto done = std::make_shared<const BuildState>(std::move(next));
  std::lock_guard lock(mutex_);
  state_.swap(done);
}
