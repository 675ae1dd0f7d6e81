// SPDX-License-Identifier: Apache-2.0
#include "objects/program.h"

#include <algorithm>
#include <sstream>

#include "api/device.h"
#include "info.h"

using namespace wherry;
using namespace wherry::api;
using runtime::BuildCallback;
using runtime::BuildState;
using runtime::Context;
using runtime::Device;
using runtime::Program;

namespace {

// "CL_INVALID_VALUE if device_list is NULL and num_devices is greater than zero, or if device_list is not
// NULL and num_devices is zero. CL_INVALID_DEVICE if any device in device_list is not in the list of
// devices associated with program." Removes duplicates.
Devices check_devices(const Devices &among, cl_uint count, const cl_device_id *devices) {
  Devices checked;
  for (cl_device_id device : both_or_none(devices, count)) {
    check_device(among, device);
    if (std::ranges::find(checked, device, &Ref<Device>::get) == checked.end()) checked.emplace_back(*device);
  }
  return checked;
}

// Likewise for calls that create programs for a list of devices, which must not be empty.
Devices check_target(cl_context context, cl_uint count, const cl_device_id *devices) {
  check(context);
  // "CL_INVALID_VALUE if device_list is NULL or num_devices is zero."
  if (count == 0) throw Error{CL_INVALID_VALUE};
  return check_devices(context->devices, count, devices);
}

std::string text(const char *options) { return options ? options : ""; }

// Whether the options ask for a library. Options on arithmetic are hints that "the linker may apply"; this driver does
// not.
bool wants_library(const std::string &options) {
  constexpr std::string_view kHints[] = {"-cl-denorms-are-zero",          "-cl-no-signed-zeros",
                                         "-cl-unsafe-math-optimizations", "-cl-finite-math-only",
                                         "-cl-fast-relaxed-math",         "-cl-no-subgroup-ifp"};
  bool library = false, link_options = false;
  std::istringstream words(options);
  for (std::string word; words >> word;) {
    if (word == "-create-library")
      library = true;
    else if (word == "-enable-link-options")
      link_options = true;
    // "CL_INVALID_LINKER_OPTIONS if the linker options specified by options are invalid."
    else if (std::find(std::begin(kHints), std::end(kHints), word) == std::end(kHints))
      throw Error{CL_INVALID_LINKER_OPTIONS};
  }
  // "This option must be specified with the create-library option."
  if (link_options && !library) throw Error{CL_INVALID_LINKER_OPTIONS};
  return library;
}

std::string joined(const std::vector<std::string> &names) {
  std::string text;
  for (auto &name : names) text += (text.empty() ? "" : ";") + name;
  return text;
}

// "An array of size_t for each device ... If a program binary is not available, the size is zero".
std::vector<size_t> binary_sizes(const Program &program) {
  std::vector<size_t> sizes;
  for (auto &device : program.devices) {
    auto binary = program.state(*device)->binary;
    sizes.push_back(binary ? binary->bytes().size() : 0);
  }
  return sizes;
}

Answered write_binaries(const Program &program, InfoWriter answer) {
  const size_t count = program.devices.size();
  auto **places = static_cast<unsigned char **>(answer.capacity(count * sizeof(unsigned char *)));
  for (size_t i = 0; places && i < count; ++i) {
    auto binary = program.state(*program.devices[i])->binary;
    if (places[i] && binary) std::memcpy(places[i], binary->bytes().data(), binary->bytes().size());
  }
  return answer.in_place();
}

// The build states for a program's binaries; devices with equal binaries share a state.
class GivenBinaries {
 public:
  std::shared_ptr<const BuildState> take(const unsigned char *bytes, size_t size) {
    // "CL_INVALID_VALUE if lengths or binaries is NULL or if any entry in lengths[i] is zero or binaries[i]
    // is NULL."
    if (size == 0 || !bytes) throw Error{CL_INVALID_VALUE};
    const auto binary = std::as_bytes(std::span(bytes, size));
    for (auto &state : states_)
      if (std::ranges::equal(binary, state->binary->bytes())) return state;
    return states_.emplace_back(Program::state_of(binary));
  }

 private:
  std::vector<std::shared_ptr<const BuildState>> states_;
};

}  // namespace

cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings,
                                                 const size_t *lengths, cl_int *err) {
  return entry(err, [&] {
    Context &owner = check(context);
    // "CL_INVALID_VALUE if count is zero or if strings or any entry in strings is NULL."
    if (count == 0 || !strings) throw Error{CL_INVALID_VALUE};
    std::string source;
    for (cl_uint i = 0; i < count; ++i) {
      if (!strings[i]) throw Error{CL_INVALID_VALUE};
      // "If an element in lengths is zero, its accompanying string is null-terminated."
      if (lengths && lengths[i])
        source.append(strings[i], lengths[i]);
      else
        source.append(strings[i]);
    }
    return Ref<Program>::make(owner, std::move(source));
  });
}

cl_program CL_API_CALL clCreateProgramWithBinary(cl_context context, cl_uint num_devices, const cl_device_id *devices,
                                                 const size_t *lengths, const unsigned char **binaries,
                                                 cl_int *binary_status, cl_int *err) {
  return entry(err, [&] {
    auto targets = check_target(context, num_devices, devices);
    if (!lengths || !binaries) throw Error{CL_INVALID_VALUE};
    GivenBinaries given;
    std::vector<std::shared_ptr<const BuildState>> states(targets.size());
    cl_int failure = CL_SUCCESS;
    for (cl_uint i = 0; i < num_devices; ++i) {
      const size_t place =
          static_cast<size_t>(std::ranges::find(targets, devices[i], &Ref<Device>::get) - targets.begin());
      const cl_int status = guarded([&] { states[place] = given.take(binaries[i], lengths[i]); });
      if (binary_status) binary_status[i] = status;
      if (!failure) failure = status;
    }
    if (failure) throw Error{failure};
    return Ref<Program>::make(*context, std::move(targets), std::move(states));
  });
}

cl_program CL_API_CALL clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices,
                                                         const cl_device_id *devices, const char *, cl_int *err) {
  return entry(err, [&]() -> cl_program {
    check_target(context, num_devices, devices);
    // "CL_INVALID_VALUE if kernel_names is NULL or kernel_names contains a kernel name that is not
    // supported by any of the devices in device_list": there are no built-in kernels.
    throw Error{CL_INVALID_VALUE};
  });
}

cl_program CL_API_CALL clCreateProgramWithIL(cl_context context, const void *il, size_t length, cl_int *err) {
  return entry(err, [&] {
    Context &owner = check(context);
    // "CL_INVALID_VALUE if il is NULL or if length is zero", or "if the length-byte memory pointed to by il does not
    // contain well-formed intermediate language input that can be consumed by the OpenCL runtime."
    if (!il || length == 0) throw Error{CL_INVALID_VALUE};
    auto module = runtime::SpirvModule::of(std::string(static_cast<const char *>(il), length));
    if (!module) throw Error{CL_INVALID_VALUE};
    return Ref<Program>::make(owner, std::move(*module));
  });
}

cl_program CL_API_CALL clCreateProgramWithILKHR(cl_context context, const void *il, size_t length, cl_int *err) {
  return clCreateProgramWithIL(context, il, length, err);
}

cl_int CL_API_CALL clRetainProgram(cl_program program) { return retain(program); }
cl_int CL_API_CALL clReleaseProgram(cl_program program) { return release(program); }

cl_int CL_API_CALL clSetProgramReleaseCallback(cl_program program, void(CL_CALLBACK *notify)(cl_program, void *),
                                               void *data) {
  return entry([&] {
    Program &self = check(program);
    // "CL_INVALID_VALUE if pfn_notify is NULL."
    if (!notify) throw Error{CL_INVALID_VALUE};
    // "CL_INVALID_OPERATION if no devices in the context associated with program support destructors for program scope
    // global variables." Khronos' tests expect this error of each program that has neither them nor constructors.
    if (!self.may_destroy_objects()) throw Error{CL_INVALID_OPERATION};
    self.add_release_callback(notify, data);
  });
}

cl_int CL_API_CALL clSetProgramSpecializationConstant(cl_program program, cl_uint id, size_t size, const void *value) {
  return entry([&] {
    // "CL_INVALID_PROGRAM if program is not a valid program object created from an intermediate language".
    Program &self = check(program);
    if (self.origin != Program::Origin::il) throw Error{CL_INVALID_PROGRAM};
    // "CL_INVALID_SPEC_ID if spec_id is not a valid specialization constant identifier."
    // "CL_INVALID_VALUE if spec_size does not match the size of the specialization constant in the module, or if
    // spec_value is NULL."
    if (!self.il.constants.contains(id)) throw Error{CL_INVALID_SPEC_ID};
    if (!value) throw Error{CL_INVALID_VALUE};
    self.set_constant(id, std::string(static_cast<const char *>(value), std::min(size, sizeof(cl_ulong) + 1)));
  });
}

cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id *devices,
                                  const char *options, BuildCallback notify, void *user_data) {
  cl_int code = CL_SUCCESS;
  cl_int rejected = entry([&] {
    Ref<Program> self(check(program));
    const auto targets = check_devices(self->devices, num_devices, devices);
    check_callback(notify, user_data);
    // "CL_INVALID_OPERATION if program was not created with clCreateProgramWithSource,
    // clCreateProgramWithIL or clCreateProgramWithBinary."
    if (self->origin == Program::Origin::link) throw Error{CL_INVALID_OPERATION};
    code = self->build(targets, text(options), notify, user_data);
  });
  return rejected ? rejected : code;
}

cl_int CL_API_CALL clCompileProgram(cl_program program, cl_uint num_devices, const cl_device_id *devices,
                                    const char *options, cl_uint num_headers, const cl_program *headers,
                                    const char **header_names, BuildCallback notify, void *user_data) {
  cl_int code = CL_SUCCESS;
  cl_int rejected = entry([&] {
    Ref<Program> self(check(program));
    const auto targets = check_devices(self->devices, num_devices, devices);
    check_callback(notify, user_data);
    // "CL_INVALID_VALUE if num_input_headers is zero and header_include_names or input_headers are not NULL
    // or if num_input_headers is not zero and header_include_names or input_headers are NULL."
    auto programs = both_or_none(headers, num_headers);
    auto names = both_or_none(header_names, num_headers);
    std::vector<std::pair<std::string, std::string>> embedded;
    for (cl_uint i = 0; i < num_headers; ++i) {
      Program &header = check(programs[i]);
      // "CL_INVALID_CONTEXT if the context associated with program and programs in input_headers are not
      // the same."
      if (&header.context() != &self->context()) throw Error{CL_INVALID_CONTEXT};
      if (!names[i]) throw Error{CL_INVALID_VALUE};
      embedded.emplace_back(names[i], header.source);
    }
    // "CL_INVALID_OPERATION if program has no source or IL available."
    if (self->origin != Program::Origin::source && self->origin != Program::Origin::il)
      throw Error{CL_INVALID_OPERATION};
    code = self->compile(targets, text(options), std::move(embedded), notify, user_data);
  });
  return rejected ? rejected : code;
}

cl_program CL_API_CALL clLinkProgram(cl_context context, cl_uint num_devices, const cl_device_id *devices,
                                     const char *options, cl_uint num_inputs, const cl_program *inputs,
                                     BuildCallback notify, void *user_data, cl_int *err) {
  cl_int code = CL_SUCCESS;
  cl_int rejected = CL_SUCCESS;
  cl_program linked = entry(&rejected, [&] {
    Context &owner = check(context);
    auto targets = check_devices(owner.devices, num_devices, devices);
    if (targets.empty()) targets = owner.devices;
    check_callback(notify, user_data);
    // "CL_INVALID_VALUE if num_input_programs is zero ... or input_programs is NULL."
    if (num_inputs == 0 || !inputs) throw Error{CL_INVALID_VALUE};
    bool library = wants_library(text(options));
    std::span<Program *const> programs(inputs, num_inputs);
    for (Program *input : programs) {
      // "CL_INVALID_CONTEXT if the context associated with programs in input_programs is not the same as
      // context."
      if (&check(input).context() != &owner) throw Error{CL_INVALID_CONTEXT};
    }
    auto program = Ref<Program>::make(owner, std::move(targets));
    code = program->link(text(options), library, programs, notify, user_data);
    return program;
  });
  // "If the linking operation can begin, clLinkProgram returns a valid non-zero program object", and
  // also CL_LINK_PROGRAM_FAILURE if linking fails.
  if (err) *err = rejected ? rejected : code;
  return linked;
}

cl_int CL_API_CALL clGetProgramInfo(cl_program program, cl_program_info param, size_t size, void *value,
                                    size_t *size_ret) {
  return info(size, value, size_ret, [&](InfoWriter answer) {
    Program &self = check(program);
    switch (param) {
    case CL_PROGRAM_REFERENCE_COUNT: return answer(self.references());
    case CL_PROGRAM_CONTEXT: return answer(cl_context{&self.context()});
    case CL_PROGRAM_NUM_DEVICES: return answer(static_cast<cl_uint>(self.devices.size()));
    case CL_PROGRAM_DEVICES: return answer(handles(self.devices));
    case CL_PROGRAM_SOURCE: return answer(self.source);
    case CL_PROGRAM_IL: return answer.bytes(self.il.bytes.data(), self.il.bytes.size());
    case CL_PROGRAM_BINARY_SIZES: return answer(binary_sizes(self));
    case CL_PROGRAM_BINARIES: return write_binaries(self, answer);
    case CL_PROGRAM_NUM_KERNELS: return answer(self.kernel_names().size());
    case CL_PROGRAM_KERNEL_NAMES: return answer(joined(self.kernel_names()));
    // "CL_INVALID_PROGRAM_EXECUTABLE if ... a successful program executable has not been built".
    case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
      return answer(cl_bool{std::ranges::any_of(self.executables(), [](const runtime::Executable &one) {
        return one.state->module->module().constructors != nullptr;
      })});
    case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
      return answer(cl_bool{std::ranges::any_of(self.executables(), [](const runtime::Executable &one) {
        return one.state->module->module().destructors != nullptr;
      })});
    default: return unknown_query();
    }
  });
}

cl_int CL_API_CALL clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info param,
                                         size_t size, void *value, size_t *size_ret) {
  return info(size, value, size_ret, [&](InfoWriter answer) {
    Program &self = check(program);
    auto state = self.state(check_device(self.devices, device));
    switch (param) {
    case CL_PROGRAM_BUILD_STATUS: return answer(state->status);
    case CL_PROGRAM_BUILD_OPTIONS: return answer(state->options);
    case CL_PROGRAM_BUILD_LOG: return answer(state->log);
    case CL_PROGRAM_BINARY_TYPE: return answer(state->type);
    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
      return answer(state->module ? size_t{state->module->module().global_variable_bytes} : size_t{0});
    default: return unknown_query();
    }
  });
}
