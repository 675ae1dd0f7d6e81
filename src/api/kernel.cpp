// SPDX-License-Identifier: Apache-2.0
#include "launch/kernel.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "api/device.h"
#include "command.h"
#include "info.h"
#include "objects/sampler.h"
#include "wherry/cl_newer.h"

using namespace wherry;
using namespace wherry::api;
using runtime::Kernel;
using runtime::KernelBuild;
using runtime::Mem;
using runtime::Program;

namespace {

// "CL_INVALID_DEVICE if device is not in the list of devices associated with kernel or if device is NULL but there is
// more than one device associated with kernel": the devices that the kernel was built for.
const KernelBuild &check_device(Kernel &kernel, cl_device_id device) {
  const auto builds = kernel.builds();
  if (!device && builds.size() == 1 && builds[0].devices.size() == 1) return builds[0];
  check(device);
  for (const KernelBuild &build : builds)
    if (std::ranges::find(build.devices, device) != build.devices.end()) return build;
  throw Error{CL_INVALID_DEVICE};
}

// "CL_INVALID_ARG_INDEX if arg_index is not a valid argument index."
const abi::ArgInfo &argument(const Kernel &kernel, cl_uint index) {
  if (index >= kernel.args().size()) throw Error{CL_INVALID_ARG_INDEX};
  return kernel.args()[index];
}

void set_buffer(Kernel &kernel, cl_uint index, size_t size, const void *value) {
  // "CL_INVALID_ARG_SIZE if the argument is a memory object and arg_size != sizeof(cl_mem)."
  if (size != sizeof(cl_mem)) throw Error{CL_INVALID_ARG_SIZE};
  // "arg_value can be NULL or point to a NULL value, in which case a NULL value will be used."
  cl_mem buffer = value ? *static_cast<const cl_mem *>(value) : nullptr;
  // "CL_INVALID_MEM_OBJECT for an argument declared to be a memory object when the specified arg_value is
  // not a valid memory object." "CL_INVALID_CONTEXT if the context associated with kernel and an OpenCL
  // object pointed to by arg_value are not the same."
  if (buffer && !check(buffer).is_buffer()) throw Error{CL_INVALID_MEM_OBJECT};
  if (buffer && &buffer->context() != &kernel.context()) throw Error{CL_INVALID_CONTEXT};
  // "[Immutable contents] cannot be altered by the implementation": refused, as of images, where the declaration lets
  // the kernel write.
  const abi::ArgInfo &arg = kernel.args()[index];
  if (buffer && (buffer->flags & CL_MEM_IMMUTABLE_EXT) && arg.kind == abi::ArgKind::global && arg.type_name &&
      !(arg.type_qualifiers & abi::kTypeConst))
    throw Error{CL_INVALID_ARG_VALUE};
  kernel.set_buffer(index, buffer);
}

void set_queue(Kernel &kernel, cl_uint index, size_t size, const void *value) {
  if (size != sizeof(cl_command_queue)) throw Error{CL_INVALID_ARG_SIZE};
  // "CL_INVALID_DEVICE_QUEUE if the kernel argument is a device queue, but arg_value does not point to a valid device
  // queue object."
  cl_command_queue queue = value ? *static_cast<const cl_command_queue *>(value) : nullptr;
  if (!queue || !queue->is_valid() || !queue->on_device()) throw Error{CL_INVALID_DEVICE_QUEUE};
  if (&queue->context != &kernel.context()) throw Error{CL_INVALID_CONTEXT};
  kernel.set_queue(index, *queue);
}

void set_pipe(Kernel &kernel, cl_uint index, size_t size, const void *value) {
  if (size != sizeof(cl_mem)) throw Error{CL_INVALID_ARG_SIZE};
  // "CL_INVALID_MEM_OBJECT for an argument declared to be a memory object when the specified arg_value is not a valid
  // memory object": a kernel cannot test for a missing pipe.
  Mem &pipe = check(value ? *static_cast<const cl_mem *>(value) : nullptr);
  if (!pipe.pipe()) throw Error{CL_INVALID_MEM_OBJECT};
  if (&pipe.context() != &kernel.context()) throw Error{CL_INVALID_CONTEXT};
  kernel.set_buffer(index, &pipe);
}

// The type of images that an argument takes; 0 if its type's name does not tell.
struct ImageKind {
  cl_mem_object_type type = 0;
  bool depth = false;
};
ImageKind image_kind(const abi::ArgInfo &arg) {
  static constexpr std::pair<std::string_view, ImageKind> kKinds[] = {
      {"image1d_t", {CL_MEM_OBJECT_IMAGE1D}},
      {"image1d_buffer_t", {CL_MEM_OBJECT_IMAGE1D_BUFFER}},
      {"image1d_array_t", {CL_MEM_OBJECT_IMAGE1D_ARRAY}},
      {"image2d_t", {CL_MEM_OBJECT_IMAGE2D}},
      {"image2d_array_t", {CL_MEM_OBJECT_IMAGE2D_ARRAY}},
      {"image2d_depth_t", {CL_MEM_OBJECT_IMAGE2D, true}},
      {"image2d_array_depth_t", {CL_MEM_OBJECT_IMAGE2D_ARRAY, true}},
      {"image3d_t", {CL_MEM_OBJECT_IMAGE3D}}};
  const auto found = std::ranges::find(kKinds, std::string_view(arg.type_name ? arg.type_name : ""),
                                       &std::pair<std::string_view, ImageKind>::first);
  return found == std::end(kKinds) ? ImageKind() : found->second;
}

void set_image(Kernel &kernel, cl_uint index, size_t size, const void *value) {
  if (size != sizeof(cl_mem)) throw Error{CL_INVALID_ARG_SIZE};
  // "CL_INVALID_MEM_OBJECT if arg_value is NULL and it must point to a valid memory object, if arg_value points to NULL
  // and it must point to a valid memory object, ... if arg_value points to a valid memory object, but the memory object
  // is not valid for the kernel argument specified by arg_index."
  Mem &mem = check(value ? *static_cast<const cl_mem *>(value) : nullptr);
  if (!mem.image()) throw Error{CL_INVALID_MEM_OBJECT};
  const abi::ArgInfo &arg = kernel.args()[index];
  const ImageKind kind = image_kind(arg);
  const runtime::ImageShape &shape = mem.image()->shape;
  if ((kind.type && kind.type != shape.type) || (kind.depth && shape.format.image_channel_order != CL_DEPTH))
    throw Error{CL_INVALID_MEM_OBJECT};
  if (&mem.context() != &kernel.context()) throw Error{CL_INVALID_CONTEXT};
  // "CL_INVALID_ARG_VALUE if the argument is an image declared with the read_only qualifier and arg_value points to an
  // image object created with the memory flag CL_MEM_WRITE_ONLY"; likewise write_only and "CL_MEM_READ_ONLY or
  // CL_MEM_IMMUTABLE_EXT". Immutable images are for read_only alone (the table of clGetSupportedImageFormats).
  if ((arg.access == abi::AccessQualifier::read_only && (mem.flags & CL_MEM_WRITE_ONLY)) ||
      (arg.access == abi::AccessQualifier::write_only && (mem.flags & CL_MEM_READ_ONLY)) ||
      ((arg.access == abi::AccessQualifier::write_only || arg.access == abi::AccessQualifier::read_write) &&
       (mem.flags & CL_MEM_IMMUTABLE_EXT)))
    throw Error{CL_INVALID_ARG_VALUE};
  kernel.set_buffer(index, &mem);
}

void set_sampler(Kernel &kernel, cl_uint index, size_t size, const void *value) {
  // "CL_INVALID_ARG_SIZE if arg_value points to a sampler object and arg_size is not equal to sizeof(cl_sampler)."
  if (size != sizeof(cl_sampler)) throw Error{CL_INVALID_ARG_SIZE};
  // "CL_INVALID_SAMPLER if the kernel argument is a sampler, but arg_value does not point to a valid sampler object."
  runtime::Sampler &sampler = check(value ? *static_cast<const cl_sampler *>(value) : nullptr);
  if (&sampler.context() != &kernel.context()) throw Error{CL_INVALID_CONTEXT};
  const uint64_t bits = sampler.bits();
  kernel.set_value(index, &bits);
}

cl_kernel_arg_address_qualifier address_qualifier(const abi::ArgInfo &arg) {
  switch (arg.kind) {
  case abi::ArgKind::global:
  case abi::ArgKind::pipe:
  case abi::ArgKind::image: return CL_KERNEL_ARG_ADDRESS_GLOBAL;
  case abi::ArgKind::constant: return CL_KERNEL_ARG_ADDRESS_CONSTANT;
  case abi::ArgKind::local: return CL_KERNEL_ARG_ADDRESS_LOCAL;
  default: return CL_KERNEL_ARG_ADDRESS_PRIVATE;
  }
}

cl_kernel_arg_access_qualifier access_qualifier(const abi::ArgInfo &arg) {
  switch (arg.access) {
  case abi::AccessQualifier::read_only: return CL_KERNEL_ARG_ACCESS_READ_ONLY;
  case abi::AccessQualifier::write_only: return CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
  case abi::AccessQualifier::read_write: return CL_KERNEL_ARG_ACCESS_READ_WRITE;
  default: return CL_KERNEL_ARG_ACCESS_NONE;
  }
}

cl_kernel_arg_type_qualifier type_qualifier(const abi::ArgInfo &arg) {
  static_assert(abi::kTypeConst == CL_KERNEL_ARG_TYPE_CONST && abi::kTypeRestrict == CL_KERNEL_ARG_TYPE_RESTRICT &&
                abi::kTypeVolatile == CL_KERNEL_ARG_TYPE_VOLATILE && abi::kTypePipe == CL_KERNEL_ARG_TYPE_PIPE);
  return arg.type_qualifiers;
}

}  // namespace

cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char *name, cl_int *err) {
  return entry(err, [&] {
    Program &owner = check(program);
    // "CL_INVALID_VALUE if kernel_name is NULL."
    if (!name) throw Error{CL_INVALID_VALUE};
    return Ref<Kernel>::make(owner, name);
  });
}

cl_int CL_API_CALL clCreateKernelsInProgram(cl_program program, cl_uint capacity, cl_kernel *kernels, cl_uint *count) {
  return entry([&] {
    Program &owner = check(program);
    std::vector<Ref<Kernel>> made;
    // "Kernel objects are not created for any __kernel functions in program that do not have the same function
    // definition across all devices for which a program executable has been successfully built."
    for (const std::string &name : owner.kernel_names()) made.push_back(Ref<Kernel>::make(owner, name));
    // "CL_INVALID_VALUE if kernels is not NULL and num_kernels is less than the number of kernels in program."
    if (kernels && capacity < made.size()) throw Error{CL_INVALID_VALUE};
    if (count) *count = static_cast<cl_uint>(made.size());
    if (!kernels) return;
    for (auto &kernel : made) *kernels++ = kernel.detach();
  });
}

cl_kernel CL_API_CALL clCloneKernel(cl_kernel kernel, cl_int *err) {
  return entry(err, [&] { return Ref<Kernel>::make(check(kernel)); });
}

cl_int CL_API_CALL clRetainKernel(cl_kernel kernel) { return retain(kernel); }
cl_int CL_API_CALL clReleaseKernel(cl_kernel kernel) { return release(kernel); }

void api::set_argument(Kernel &self, cl_uint index, size_t size, const void *value) {
  const abi::ArgInfo &arg = argument(self, index);
  switch (arg.kind) {
  case abi::ArgKind::global:
  case abi::ArgKind::constant: return set_buffer(self, index, size, value);
  case abi::ArgKind::pipe: return set_pipe(self, index, size, value);
  case abi::ArgKind::queue: return set_queue(self, index, size, value);
  case abi::ArgKind::local:
    // "CL_INVALID_ARG_VALUE": "If the argument is declared with the local qualifier, the arg_value entry
    // must be NULL."
    if (value) throw Error{CL_INVALID_ARG_VALUE};
    // OpenCL 3.1: "arg_size may be zero, indicating that no local memory is required for the kernel argument."
    return self.set_local(index, size);
  case abi::ArgKind::value:
    // "CL_INVALID_ARG_VALUE if arg_value specified is not a valid value."
    if (!value) throw Error{CL_INVALID_ARG_VALUE};
    // "CL_INVALID_ARG_SIZE if arg_size does not match the size of the data type for an argument that is
    // not a memory object."
    if (size != arg.size) throw Error{CL_INVALID_ARG_SIZE};
    return self.set_value(index, value);
  case abi::ArgKind::sampler: return set_sampler(self, index, size, value);
  case abi::ArgKind::image: return set_image(self, index, size, value);
  }
}

void api::set_pointer(Kernel &self, cl_uint index, const void *pointer) {
  const abi::ArgKind kind = argument(self, index).kind;
  // "CL_INVALID_ARG_VALUE if arg_value specified is not a valid value": no pointer is valid for an
  // argument that is not a pointer to global or constant memory; any pointer of the program is valid otherwise.
  if (kind != abi::ArgKind::global && kind != abi::ArgKind::constant) throw Error{CL_INVALID_ARG_VALUE};
  self.set_pointer(index, pointer);
}

cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
  return entry([&] { set_argument(check(kernel), index, size, value); });
}
cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index, const void *pointer) {
  return entry([&] { set_pointer(check(kernel), index, pointer); });
}
cl_int CL_API_CALL clSetKernelArgMemPointerINTEL(cl_kernel kernel, cl_uint index, const void *pointer) {
  return entry([&] { set_pointer(check(kernel), index, pointer); });
}

cl_int CL_API_CALL clSetKernelArgDevicePointerEXT(cl_kernel kernel, cl_uint index, cl_mem_device_address_ext address) {
  return entry([&] {
    Kernel &self = check(kernel);
    // "CL_INVALID_ARG_INDEX ... if arg_index corresponds to an argument that is not a pointer to the global address
    // space."
    if (argument(self, index).kind != abi::ArgKind::global) throw Error{CL_INVALID_ARG_INDEX};
    self.set_pointer(index, reinterpret_cast<const void *>(static_cast<uintptr_t>(address)));
  });
}

// A kernel may use any memory at any time: there is nothing to record.
void api::check_exec_info(cl_kernel_exec_info param, size_t size, const void *value) {
  // "CL_INVALID_VALUE if param_name is not valid, if param_value is NULL, or if the size specified by
  // param_value_size is not valid"; of a list without pointers param_value may be NULL.
  switch (param) {
  case CL_KERNEL_EXEC_INFO_SVM_PTRS:
  case CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL:
  case CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT:
    if ((!value && size) || size % sizeof(void *)) throw Error{CL_INVALID_VALUE};
    return;
  case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM:
  case CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR:
  case CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL:
  case CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL:
  case CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL:
    if (!value || size != sizeof(cl_bool)) throw Error{CL_INVALID_VALUE};
    return;
  default: throw Error{CL_INVALID_VALUE};
  }
}

cl_int CL_API_CALL clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param, size_t size, const void *value) {
  return entry([&] {
    check(kernel);
    check_exec_info(param, size, value);
  });
}

cl_int CL_API_CALL clGetKernelInfo(cl_kernel kernel, cl_kernel_info param, size_t size, void *value, size_t *size_ret) {
  return info(size, value, size_ret, [&](InfoWriter answer) {
    Kernel &self = check(kernel);
    switch (param) {
    case CL_KERNEL_FUNCTION_NAME: return answer(self.info.name);
    case CL_KERNEL_NUM_ARGS: return answer(cl_uint{self.info.num_args});
    case CL_KERNEL_REFERENCE_COUNT: return answer(self.references());
    case CL_KERNEL_CONTEXT: return answer(cl_context{&self.context()});
    case CL_KERNEL_PROGRAM: return answer(cl_program{&self.program()});
    case CL_KERNEL_ATTRIBUTES: return answer(self.info.attributes);
    default: return unknown_query();
    }
  });
}

cl_int CL_API_CALL clGetKernelArgInfo(cl_kernel kernel, cl_uint index, cl_kernel_arg_info param, size_t size,
                                      void *value, size_t *size_ret) {
  return info(size, value, size_ret, [&](InfoWriter answer) {
    const abi::ArgInfo &arg = argument(check(kernel), index);
    // "CL_KERNEL_ARG_INFO_NOT_AVAILABLE if the argument information is not available for kernel."
    auto known = [](const char *text) {
      if (!text || !*text) throw Error{CL_KERNEL_ARG_INFO_NOT_AVAILABLE};
      return text;
    };
    switch (param) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER: return answer(address_qualifier(arg));
    case CL_KERNEL_ARG_ACCESS_QUALIFIER: return answer(access_qualifier(arg));
    case CL_KERNEL_ARG_TYPE_QUALIFIER: return answer(type_qualifier(arg));
    case CL_KERNEL_ARG_TYPE_NAME: return answer(known(arg.type_name));
    case CL_KERNEL_ARG_NAME: return answer(known(arg.name));
    default: return unknown_query();
    }
  });
}

cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info param,
                                            size_t size, void *value, size_t *size_ret) {
  return info(size, value, size_ret, [&](InfoWriter answer) {
    Kernel &self = check(kernel);
    const KernelBuild &build = check_device(self, device);
    const uint32_t *required = build.info->required_work_group_size;
    switch (param) {
    case CL_KERNEL_WORK_GROUP_SIZE: return answer(build.max_work_group_size());
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE: return answer(runtime::Size3{required[0], required[1], required[2]});
    case CL_KERNEL_LOCAL_MEM_SIZE: return answer(self.local_bytes(build));
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE: return answer(runtime::kPreferredMultiple);
    case CL_KERNEL_SPILL_MEM_SIZE_INTEL: return answer(cl_ulong{0});
    case CL_KERNEL_PRIVATE_MEM_SIZE: return answer(cl_ulong{build.info->private_bytes});
    // "CL_INVALID_VALUE if param_name is CL_KERNEL_GLOBAL_WORK_SIZE and kernel is not a built-in kernel."
    case CL_KERNEL_GLOBAL_WORK_SIZE: throw Error{CL_INVALID_VALUE};
    default: return unknown_query();
    }
  });
}

namespace {

// An input value that is a list of sizes.
std::span<const size_t> sizes_in(const void *value, size_t size, size_t most) {
  // "CL_INVALID_VALUE if ... the size in bytes specified by input_value_size is not valid or if input_value is NULL."
  if (!value || size == 0 || size % sizeof(size_t) || size / sizeof(size_t) > most) throw Error{CL_INVALID_VALUE};
  return {static_cast<const size_t *>(value), size / sizeof(size_t)};
}

// "Returns the local size that will generate the requested number of sub-groups": in one dimension; zeros if no local
// size does.
std::vector<size_t> size_for(const KernelBuild &kernel, size_t sub_groups, size_t dimensions) {
  const size_t lanes = kernel.info->sub_group_size, most = kernel.max_work_group_size();
  const bool fits = sub_groups > 0 && sub_groups <= (most + lanes - 1) / lanes;
  std::vector<size_t> size(dimensions, fits ? 1 : 0);
  if (fits) size[0] = std::min(sub_groups * lanes, most);
  return size;
}

}  // namespace

cl_int CL_API_CALL clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info param,
                                           size_t input_size, const void *input, size_t size, void *value,
                                           size_t *size_ret) {
  return info(size, value, size_ret, [&](InfoWriter answer) {
    Kernel &self = check(kernel);
    const KernelBuild &build = check_device(self, device);
    const size_t lanes = build.info->sub_group_size;
    switch (param) {
    case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE: sizes_in(input, input_size, 3); return answer(lanes);
    case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE: {
      size_t items = 1;
      for (size_t one : sizes_in(input, input_size, 3)) items *= one;
      return answer(items / lanes + (items % lanes != 0));
    }
    case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT: {
      const size_t dimensions = value ? std::clamp<size_t>(size / sizeof(size_t), 1, 3) : 3;
      return answer(size_for(build, sizes_in(input, input_size, 1)[0], dimensions));
    }
    case CL_KERNEL_MAX_NUM_SUB_GROUPS: return answer((build.max_work_group_size() + lanes - 1) / lanes);
    // Only SPIR-V programs can require a number.
    case CL_KERNEL_COMPILE_NUM_SUB_GROUPS: return answer(size_t{0});
    case CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL: return answer(size_t{build.info->required_sub_group_size});
    default: return unknown_query();
    }
  });
}

cl_int CL_API_CALL clGetKernelSubGroupInfoKHR(cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info param,
                                              size_t input_size, const void *input, size_t size, void *value,
                                              size_t *size_ret) {
  return clGetKernelSubGroupInfo(kernel, device, param, input_size, input, size, value, size_ret);
}
