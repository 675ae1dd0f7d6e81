#include "runtime/program.h"

#include <system_error>
#include <thread>

#include "exec/executor.h"

using namespace wherry;
using namespace wherry::runtime;

namespace {

// The codes of a failed clBuildProgram, clCompileProgram or clLinkProgram.
struct Codes {
  cl_int failure, invalid_options, unavailable;
};

cl_program_binary_type type_of(abi::BinaryKind kind) {
  switch (kind) {
  case abi::BinaryKind::executable: return CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  case abi::BinaryKind::object: return CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
  case abi::BinaryKind::library: return CL_PROGRAM_BINARY_TYPE_LIBRARY;
  }
  return CL_PROGRAM_BINARY_TYPE_NONE;
}

// Takes up the state's binary, and loads it where it is an executable; `failure` where it is damaged.
cl_int take_up(BuildState &state, cl_int failure) {
  try {
    abi::BinaryKind kind = build::kind_of(*state.binary);
    if (kind == abi::BinaryKind::executable) {
      state.module = build::LoadedModule::load(state.binary);
      exec::Executor::set_tuning_folder(build::cache_directory());
      const abi::Module &module = state.module->module();
      state.uniform = module.flags & abi::kUniformWorkGroups;
      // A variant would have program-scope variables of its own.
      if (module.global_variable_bytes == 0 && !(module.flags & abi::kAsWritten))
        state.variants = Variants::make(state.module, state.binary);
    }
    state.type = type_of(kind);
    return CL_SUCCESS;
  } catch (const std::system_error &error) {
    state.log += std::string("error: ") + error.what() + "\n";
    return CL_OUT_OF_RESOURCES;
  } catch (const std::runtime_error &error) {
    state.log += std::string("error: ") + error.what() + "\n";
    return failure;
  }
}

// What the compiler or the linker gave.
cl_int accept(build::Result result, Codes codes, BuildState &state) {
  state.log = std::move(result.log);
  switch (result.status) {
  case build::Status::ok: break;
  case build::Status::invalid_options: return codes.invalid_options;
  case build::Status::failed: return codes.failure;
  case build::Status::unavailable: return codes.unavailable;
  }
  state.binary = std::move(result.binary);
  return take_up(state, codes.failure);
}

}  // namespace

_cl_program::_cl_program(Context &context, std::string source)
    : devices(context.devices), origin(Origin::source), source(std::move(source)), context_(context),
      state_(std::make_shared<BuildState>()) {}

_cl_program::_cl_program(Context &context, Devices devices, std::span<const std::byte> binary)
    : devices(std::move(devices)), origin(Origin::binary), context_(context),
      given_(build::wrap({binary.begin(), binary.end()})) {
  BuildState state;
  state.binary = given_;
  if (const cl_int code = take_up(state, CL_INVALID_BINARY)) throw Error{code};
  state.module = nullptr, state.variants = nullptr;  // there is no executable before clBuildProgram
  state_ = std::make_shared<const BuildState>(std::move(state));
}

_cl_program::_cl_program(Context &context, Devices devices)
    : devices(std::move(devices)), origin(Origin::link), context_(context), state_(std::make_shared<BuildState>()) {}

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
      return accept(build::compile({source, state.options, {}}),
                    {CL_BUILD_PROGRAM_FAILURE, CL_INVALID_BUILD_OPTIONS, CL_COMPILER_NOT_AVAILABLE}, state);
    };
    return perform(std::move(options), job, callback, data);
  }
  // "If program was created with clCreateProgramWithBinary, then the program binary must be an executable
  // binary (not a compiled binary or library)."
  if (build::kind_of(*given_) != abi::BinaryKind::executable) throw Error{CL_INVALID_BINARY};
  auto job = [this](BuildState &state) {
    state.binary = given_;
    return take_up(state, CL_INVALID_BINARY);
  };
  return perform(std::move(options), job, callback, data);
}

cl_int _cl_program::compile(std::string options, std::vector<std::pair<std::string, std::string>> headers,
                            BuildCallback callback, void *data) {
  auto job = [this, headers = std::move(headers)](BuildState &state) {
    return accept(build::compile({source, state.options, headers, abi::BinaryKind::object}),
                  {CL_COMPILE_PROGRAM_FAILURE, CL_INVALID_COMPILER_OPTIONS, CL_COMPILER_NOT_AVAILABLE}, state);
  };
  return perform(std::move(options), job, callback, data);
}

cl_int _cl_program::link(std::string options, bool library, std::span<Program *const> inputs, BuildCallback callback,
                         void *data) {
  std::vector<std::shared_ptr<const build::Binary>> objects;
  for (Program *input : inputs) {
    auto state = input->state();
    // "CL_INVALID_OPERATION if the compilation or build of a program executable ... has not completed", and
    // where a program contains neither a compiled binary nor a library.
    if (state->type != CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT && state->type != CL_PROGRAM_BINARY_TYPE_LIBRARY)
      throw Error{CL_INVALID_OPERATION};
    objects.push_back(state->binary);
  }
  auto goal = library ? abi::BinaryKind::library : abi::BinaryKind::executable;
  auto job = [objects = std::move(objects), goal](BuildState &state) {
    return accept(build::link(objects, goal),
                  {CL_LINK_PROGRAM_FAILURE, CL_INVALID_LINKER_OPTIONS, CL_LINKER_NOT_AVAILABLE}, state);
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
      const process::InsideLibrary inside;
      self->finish(job, std::move(next), nullptr);
      const process::OutsideLibrary calling;
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
