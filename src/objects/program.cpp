// SPDX-License-Identifier: Apache-2.0
#include "objects/program.h"

#include <algorithm>
#include <cstring>
#include <ranges>
#include <system_error>
#include <thread>

#include "checks/command_races.h"
#include "exec/executor.h"
#include "exec/limits.h"
#include "observe/log.h"

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

// Runs the module's constructors or destructors in one work-item. Returns the text of a fault; "": none. Throws
// std::bad_alloc, and CL_OUT_OF_RESOURCES if no stack is large enough.
std::string run_once(const build::LoadedModule &loaded, const abi::KernelInfo &kernel) {
  if (kernel.stack.bytes > exec::kMaxStackBytes) throw Error{CL_OUT_OF_RESOURCES};
  alignas(abi::kArgsAlign) const std::byte no_args[1] = {};
  observe::Reports reports;  // in the checked mode they go to stderr as they come
  const exec::RunResult result = exec::Executor::instance().run(
      {.kernel = &kernel,
       .args = no_args,
       .work_dim = 1,
       .global_offset = {},
       .global_size = {1, 1, 1},
       .local_size = {1, 1, 1},
       .argument_local_bytes = 0,
       .buffers = {},
       .locals = {},
       .reports = &reports},
      // The shortest way knows no modes.
      kernel.flags & (abi::kChecked | abi::kScheduled) ? exec::LaunchSize::shared : exec::LaunchSize::single_thread);
  result.print();
  return result.fault ? result.fault->text(loaded.place_of(result.fault->fault.instruction)) : "";
}

using Module = std::shared_ptr<const build::LoadedModule>;

// Constructs the module's program-scope objects; the last reference to the module will destroy them. Throws
// CL_BUILD_PROGRAM_FAILURE, with the reason in `log`.
void construct(Module &module, Context &context, std::string &log) {
  const abi::KernelInfo *constructors = module->module().constructors, *destructors = module->module().destructors;
  if (constructors)
    if (const std::string fault = run_once(*module, *constructors); !fault.empty()) {
      log += "error: a constructor of a program-scope object: " + fault + "\n";
      throw Error{CL_BUILD_PROGRAM_FAILURE};
    }
  if (checks::order::on() && module->module().num_kernels) {
    // The addresses of its variables may be another module's next.
    const abi::KernelInfo &kernel = module->module().kernels[0];
    const std::span memory(kernel.code, kernel.image_end);
    module = Module(module.get(), [module, memory](const build::LoadedModule *) noexcept {
      checks::command_races::forget(memory.data(), memory.size());
    });
  }
  if (!destructors) return;
  // Holds the module, and destroys its objects, on whichever thread releases the last kernel, command, or the program.
  const auto destroy = [module, in = Ref(context)](const build::LoadedModule *) noexcept {
    try {
      const std::string fault = run_once(*module, *module->module().destructors);
      if (fault.empty()) return;
      const std::string text = "a destructor of a program-scope object: " + fault;
      observe::say(text);
      in->notify(text);
    } catch (...) {
      observe::say("the destructors of program-scope objects cannot run for lack of memory");
    }
  };
  module = Module(module.get(), destroy);
}

// Reads the state's binary, and loads it if it is an executable; returns `failure` if it is damaged.
cl_int load_binary(BuildState &state, cl_int failure) {
  try {
    abi::BinaryKind kind = build::kind_of(*state.binary);
    if (kind == abi::BinaryKind::executable) {
      state.module = build::LoadedModule::load(*state.binary);
      const abi::Module &module = state.module->module();
      state.uniform = module.flags & abi::kUniformWorkGroups;
      // No variants: a variant's module would have its own copy of program-scope variables.
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

// Stores the result of the compiler or the linker in `state`.
cl_int accept(build::Result result, Codes codes, BuildState &state) {
  state.log = std::move(result.log);
  switch (result.status) {
  case build::Status::ok: break;
  case build::Status::invalid_options: return codes.invalid_options;
  case build::Status::failed: return codes.failure;
  case build::Status::unavailable: return codes.unavailable;
  }
  state.binary = std::move(result.binary);
  return load_binary(state, codes.failure);
}

using States = std::vector<std::shared_ptr<const BuildState>>;

States unbuilt(const Devices &devices) { return States(devices.size(), std::make_shared<BuildState>()); }

std::vector<std::shared_ptr<const build::Binary>> binaries_of(const States &states) {
  std::vector<std::shared_ptr<const build::Binary>> binaries;
  for (auto &state : states) binaries.push_back(state->binary);
  return binaries;
}

// Appends `place` to the step with `key`; `make` makes the job of a new step.
template <class Steps, class Keys, class Key, class Make>
void add_place(Steps &steps, Keys &keys, const Key &key, size_t place, Make make) {
  const size_t step = static_cast<size_t>(std::ranges::find(keys, key) - keys.begin());
  if (step == keys.size()) {
    keys.push_back(key);
    steps.push_back({{}, make(key), {}});
  }
  steps[step].places.push_back(place);
}

}  // namespace

bool wherry::runtime::same_definition(const abi::KernelInfo &a, const abi::KernelInfo &b) {
  return a.args_size == b.args_size && std::ranges::equal(std::span(a.args, a.num_args), std::span(b.args, b.num_args),
                                                          [](const abi::ArgInfo &x, const abi::ArgInfo &y) {
                                                            return x.kind == y.kind && x.access == y.access &&
                                                                   x.offset == y.offset && x.size == y.size &&
                                                                   std::strcmp(x.type_name, y.type_name) == 0;
                                                          });
}

_cl_program::_cl_program(Context &context, std::string source)
    : devices(context.devices), origin(Origin::source), source(std::move(source)), context_(context),
      states_(unbuilt(devices)) {}

_cl_program::_cl_program(Context &context, SpirvModule il)
    : devices(context.devices), origin(Origin::il), il(std::move(il)), context_(context), states_(unbuilt(devices)) {}

_cl_program::_cl_program(Context &context, Devices devices, States states)
    : devices(std::move(devices)), origin(Origin::binary), context_(context), given_(binaries_of(states)),
      states_(std::move(states)) {}

_cl_program::_cl_program(Context &context, Devices targets)
    : devices(std::move(targets)), origin(Origin::link), context_(context), states_(unbuilt(devices)) {}

std::shared_ptr<const BuildState> _cl_program::state_of(std::span<const std::byte> binary) {
  auto state = std::make_shared<BuildState>();
  state->binary = build::wrap({binary.begin(), binary.end()});
  if (const cl_int code = load_binary(*state, CL_INVALID_BINARY)) throw Error{code};
  state->module = nullptr, state->variants = nullptr;  // no executable before clBuildProgram
  return state;
}

std::shared_ptr<const BuildState> _cl_program::state(const Device &device) const {
  const size_t place = static_cast<size_t>(std::ranges::find(devices, &device, &Ref<Device>::get) - devices.begin());
  std::lock_guard lock(mutex_);
  const auto &found = states_.at(place);
  if (!found->lost_in_fork()) return found;
  auto failed = std::make_shared<BuildState>();
  failed->status = CL_BUILD_ERROR;
  failed->options = found->options;
  failed->log = "error: the build was under way in another thread when this process was forked\n";
  return failed;
}

std::vector<Executable> _cl_program::executables() const {
  std::vector<Executable> found;
  std::lock_guard lock(mutex_);
  for (size_t place = 0; place < devices.size(); ++place) {
    const auto &state = states_[place];
    if (!state->module) continue;
    auto same = std::ranges::find_if(found, [&](auto &known) { return known.state->module == state->module; });
    if (same == found.end()) same = found.insert(same, {state, {}});
    same->devices.push_back(devices[place].get());
  }
  if (found.empty()) throw Error{CL_INVALID_PROGRAM_EXECUTABLE};
  return found;
}

std::vector<std::string> _cl_program::kernel_names() const {
  std::vector<std::pair<const abi::KernelInfo *, bool>> found;  // and whether all executables define it alike
  const auto all = executables();
  for (const Executable &executable : all)
    for (const abi::KernelInfo &kernel : executable.kernels()) {
      auto same =
          std::ranges::find_if(found, [&](auto &known) { return !std::strcmp(known.first->name, kernel.name); });
      if (same == found.end())
        found.emplace_back(&kernel, true);
      else
        same->second &= same_definition(*same->first, kernel);
    }
  std::vector<std::string> names;
  for (auto [kernel, alike] : found)
    if (alike) names.emplace_back(kernel->name);
  return names;
}

// "The registered callback functions are called in the reverse order in which they were registered ... after
// destructors (if any) for program scope global variables (if any) are called and before the program object is
// deleted."
_cl_program::~_cl_program() {
  states_.clear();
  const process::OutsideLibrary calling;
  for (auto [function, data] : std::views::reverse(release_callbacks_)) function(this, data);
}

bool _cl_program::may_destroy_objects() const {
  std::lock_guard lock(mutex_);
  bool is_built = false;
  for (const auto &state : states_) {
    if (!state->module) continue;
    const auto &module = state->module->module();
    if (module.constructors || module.destructors) return true;
    is_built = true;
  }
  return !is_built;
}

void _cl_program::add_release_callback(BuildCallback function, void *data) {
  std::lock_guard lock(mutex_);
  release_callbacks_.emplace_back(function, data);
}

void _cl_program::attach() {
  std::lock_guard lock(mutex_);
  ++kernels_;
}

void _cl_program::detach() {
  std::lock_guard lock(mutex_);
  --kernels_;
}

// A build for a device is also one for its sub-devices, which run the same code.
std::vector<size_t> _cl_program::places_of(const Devices &targets) const {
  std::vector<size_t> places;
  for (size_t place = 0; place < devices.size(); ++place)
    if (targets.empty() || std::ranges::any_of(targets, [&](auto &target) { return devices[place]->is_of(*target); }))
      places.push_back(place);
  return places;
}

void _cl_program::set_constant(cl_uint id, std::string bytes) {
  const auto found = il.constants.find(id);
  if (found == il.constants.end()) throw Error{CL_INVALID_SPEC_ID};
  if (found->second != bytes.size()) throw Error{CL_INVALID_VALUE};
  std::lock_guard lock(mutex_);
  constants_[id] = std::move(bytes);
}

build::Request _cl_program::request() const {
  build::Request request;
  request.is_spirv = origin == Origin::il;
  request.source = request.is_spirv ? il.bytes : source;
  std::lock_guard lock(mutex_);
  request.constants.assign(constants_.begin(), constants_.end());
  return request;
}

cl_int _cl_program::build(const Devices &targets, std::string options, BuildCallback callback, void *data) {
  std::vector<Step> steps;
  if (origin == Origin::source || origin == Origin::il) {
    auto job = [request = request()](BuildState &state) mutable {
      request.options = state.options;
      return accept(build::compile(request),
                    {CL_BUILD_PROGRAM_FAILURE, CL_INVALID_BUILD_OPTIONS, CL_COMPILER_NOT_AVAILABLE}, state);
    };
    steps.push_back({places_of(targets), job, {}});
    return perform(std::move(options), std::move(steps), callback, data);
  }
  std::vector<std::shared_ptr<const build::Binary>> binaries;
  for (size_t place : places_of(targets)) {
    // "If program was created with clCreateProgramWithBinary, then the program binary must be an executable
    // binary (not a compiled binary or library)."
    if (build::kind_of(*given_[place]) != abi::BinaryKind::executable) throw Error{CL_INVALID_BINARY};
    add_place(steps, binaries, given_[place], place, [](auto &binary) {
      return [binary](BuildState &state) {
        state.binary = binary;
        return load_binary(state, CL_INVALID_BINARY);
      };
    });
  }
  return perform(std::move(options), std::move(steps), callback, data);
}

cl_int _cl_program::compile(const Devices &targets, std::string options,
                            std::vector<std::pair<std::string, std::string>> headers, BuildCallback callback,
                            void *data) {
  auto job = [request = request(), headers = std::move(headers)](BuildState &state) mutable {
    request.options = state.options;
    request.headers = headers;
    request.goal = abi::BinaryKind::object;
    return accept(build::compile(request),
                  {CL_COMPILE_PROGRAM_FAILURE, CL_INVALID_COMPILER_OPTIONS, CL_COMPILER_NOT_AVAILABLE}, state);
  };
  std::vector<Step> steps;
  steps.push_back({places_of(targets), std::move(job), {}});
  return perform(std::move(options), std::move(steps), callback, data);
}

cl_int _cl_program::link(std::string options, bool library, std::span<Program *const> inputs, BuildCallback callback,
                         void *data) {
  using Objects = std::vector<std::shared_ptr<const build::Binary>>;
  const auto goal = library ? abi::BinaryKind::library : abi::BinaryKind::executable;
  std::vector<Step> steps;
  std::vector<Objects> keys;
  for (size_t place = 0; place < devices.size(); ++place) {
    Objects objects;
    for (Program *input : inputs) {
      // An input that is not for the device has no object for it.
      if (std::ranges::find(input->devices, devices[place].get(), &Ref<Device>::get) == input->devices.end()) continue;
      const auto state = input->state(*devices[place]);
      // "CL_INVALID_OPERATION if the compilation or build of a program executable ... has not completed."
      if (state->status == CL_BUILD_IN_PROGRESS) throw Error{CL_INVALID_OPERATION};
      if (state->type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT || state->type == CL_PROGRAM_BINARY_TYPE_LIBRARY)
        objects.push_back(state->binary);
    }
    // "None of the programs ... contain a compiled binary or library for that device. In this case, no link is
    // performed". "All other cases will return a CL_INVALID_OPERATION error."
    if (objects.empty()) continue;
    if (objects.size() != inputs.size()) throw Error{CL_INVALID_OPERATION};
    add_place(steps, keys, objects, place, [goal](auto &parts) {
      return [parts, goal](BuildState &state) {
        return accept(build::link(parts, goal),
                      {CL_LINK_PROGRAM_FAILURE, CL_INVALID_LINKER_OPTIONS, CL_LINKER_NOT_AVAILABLE}, state);
      };
    });
  }
  if (steps.empty()) throw Error{CL_INVALID_OPERATION};
  return perform(std::move(options), std::move(steps), callback, data);
}

cl_int _cl_program::perform(std::string options, std::vector<Step> steps, BuildCallback callback, void *data) {
  BuildState begun;
  begun.status = CL_BUILD_IN_PROGRESS;
  begun.options = std::move(options);
  auto in_progress = std::make_shared<const BuildState>(begun);
  for (Step &step : steps)
    for (size_t i = 0; i < step.places.size(); ++i) step.next.push_back(std::make_shared<BuildState>(begun));
  std::unique_lock lock(mutex_);
  States replaced = states_;
  for (const Step &step : steps)
    for (size_t place : step.places) {
      // "CL_INVALID_OPERATION if the build of a program executable for any of the devices listed in
      // device_list by a previous call to clBuildProgram for program has not completed."
      const BuildState &state = *states_[place];
      if (state.status == CL_BUILD_IN_PROGRESS && !state.lost_in_fork()) throw Error{CL_INVALID_OPERATION};
    }
  // "CL_INVALID_OPERATION if there are kernel objects attached to program."
  if (kernels_ != 0) throw Error{CL_INVALID_OPERATION};
  for (const Step &step : steps)
    for (size_t place : step.places) states_[place] = in_progress;
  lock.unlock();

  const auto work = [](Program &self, std::vector<Step> &all) {
    cl_int code = CL_SUCCESS;
    for (const Step &step : all)
      if (const cl_int result = self.run(step); code == CL_SUCCESS) code = result;
    self.replace(all);
    return code;
  };
  if (!callback) return work(*this, steps);
  std::vector<Step> restored = steps;
  try {
    std::thread([work, self = Ref(*this), steps = std::move(steps), callback, data]() mutable {
      const process::InsideLibrary inside;
      const Ref program = std::move(self);  // released inside of the library: the program may have let go of it
      work(*program, steps);
      const process::OutsideLibrary calling;
      callback(program.get(), data);
    }).detach();
  } catch (...) {
    lock.lock();
    for (const Step &step : restored)
      for (size_t place : step.places) states_[place] = replaced[place];
    throw;
  }
  return CL_SUCCESS;
}

// Runs the step's job and fills its next states; returns the code of the OpenCL call.
cl_int _cl_program::run(const Step &step) noexcept {
  cl_int code;
  try {
    BuildState &built = *step.next.front();
    code = step.job(built);
    if (built.module) construct(built.module, context(), built.log);
    for (auto &other : std::span(step.next).subspan(1)) {
      *other = built;
      // "each device receives its own unique instance" of program-scope variables.
      if (!built.module || !built.module->module().global_variable_bytes) continue;
      other->module = build::LoadedModule::load(*built.binary);
      construct(other->module, context(), built.log);
    }
  } catch (const Error &error) {
    code = error.code;
  } catch (...) {
    code = CL_OUT_OF_HOST_MEMORY;
  }
  for (auto &state : step.next) {
    state->status = code == CL_SUCCESS ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    if (code == CL_SUCCESS) continue;
    state->type = CL_PROGRAM_BINARY_TYPE_NONE;
    state->binary = nullptr, state->module = nullptr, state->variants = nullptr;
  }
  return code;
}

void _cl_program::replace(std::vector<Step> &steps) noexcept {
  std::lock_guard lock(mutex_);
  for (const Step &step : steps)
    for (size_t i = 0; i < step.places.size(); ++i) states_[step.places[i]] = step.next[i];
}
