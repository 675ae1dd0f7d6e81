// SPDX-License-Identifier: Apache-2.0
// Launches: ND-ranges, tasks and native kernels.
#include <algorithm>
#include <cstring>
#include <optional>

#include "command.h"
#include "launch/accesses.h"
#include "launch/kernel.h"
#include "wherry/cl_newer.h"

using namespace wherry;
using namespace wherry::api;
using runtime::Event;
using runtime::Kernel;
using runtime::KernelBuild;
using runtime::Mem;
using runtime::Queue;
using runtime::Size3;
using runtime::WorkGroupSizes;

namespace {

// The first `dims` numbers of the user's array, padded with `fill`.
Size3 padded(const size_t *sizes, cl_uint dims, size_t fill) {
  Size3 result{fill, fill, fill};
  if (sizes) std::copy_n(sizes, dims, result.begin());
  return result;
}

// Throws if the kernel does not allow work-groups of this size.
void check_local_size(const WorkGroupSizes &kernel, const Size3 &global, const Size3 &local) {
  // "CL_INVALID_WORK_ITEM_SIZE if the number of work-items specified in any of local_work_size is greater
  // than the corresponding values specified by CL_DEVICE_MAX_WORK_ITEM_SIZES."
  for (size_t size : local)
    if (size > abi::kMaxWorkGroupSize) throw Error{CL_INVALID_WORK_ITEM_SIZE};
  // "CL_INVALID_WORK_GROUP_SIZE if local_work_size is specified and the total number of work-items in the
  // work-group is zero, or greater than CL_KERNEL_WORK_GROUP_SIZE."
  size_t items = local[0] * local[1] * local[2];
  if (items == 0 || items > kernel.max_work_group_size()) throw Error{CL_INVALID_WORK_GROUP_SIZE};
  // "... if the work-group size must be uniform and the global_work_size is not evenly divisible by the
  // local_work_size."
  for (int d = 0; d < 3 && kernel.uniform; ++d)
    if (global[d] % local[d]) throw Error{CL_INVALID_WORK_GROUP_SIZE};
}

// The user's local size, or the one that the kernel requires; nothing if the driver chooses.
std::optional<Size3> wanted_local_size(const WorkGroupSizes &kernel, const Size3 &global, const size_t *local,
                                       cl_uint dims) {
  const uint32_t *required = kernel.info->required_work_group_size;
  if (!required[0] && !local) return std::nullopt;
  Size3 wanted = padded(local, dims, 1);
  if (required[0]) {
    // "CL_INVALID_WORK_GROUP_SIZE if ... the local_work_size does not match the required work-group size for
    // kernel"; without local_work_size, use the required size.
    const Size3 only{required[0], required[1], required[2]};
    if (local && wanted != only) throw Error{CL_INVALID_WORK_GROUP_SIZE};
    wanted = only;
  }
  check_local_size(kernel, global, wanted);
  return wanted;
}

// "CL_INVALID_CONTEXT if the context associated with command_queue and kernel are not the same."
void check_context(const Queue &queue, const Kernel &kernel) {
  if (&kernel.context() != &queue.context) throw Error{CL_INVALID_CONTEXT};
}

// "CL_INVALID_WORK_DIMENSION if work_dim is not a valid value (a value between 1 and 3)."
void check_dims(cl_uint dims) {
  if (dims < 1 || dims > 3) throw Error{CL_INVALID_WORK_DIMENSION};
}

// "CL_INVALID_GLOBAL_OFFSET if the value specified in global_work_size plus the corresponding value in
// global_work_offset for any dimension is greater than the maximum value representable by size_t."
Size3 check_offset(const size_t *offsets, cl_uint dims, const Size3 &global) {
  Size3 offset = padded(offsets, dims, 0);
  for (int d = 0; d < 3; ++d)
    if (offset[d] > SIZE_MAX - global[d]) throw Error{CL_INVALID_GLOBAL_OFFSET};
  return offset;
}

bool is_empty(const Size3 &global) { return std::find(global.begin(), global.end(), 0) != global.end(); }

}  // namespace

bool api::place_range(Queue &queue, Kernel &self, cl_uint dims, const size_t *offsets, const size_t *globals,
                      const size_t *locals, runtime::NdRange &range) {
  check_context(queue, self);
  const KernelBuild &build = self.build_for(queue.device);
  check_dims(dims);
  // "If global_work_size is NULL, or the value in any passed dimension is 0, then the kernel command will
  // trivially succeed after its event dependencies are satisfied."
  Size3 global = globals ? padded(globals, dims, 1) : Size3{0, 0, 0};
  Size3 offset = check_offset(offsets, dims, global);
  if (is_empty(global)) {
    if (locals) wanted_local_size(build, global, locals, dims);
    return false;
  }
  const Size3 local = build.local_size(global, wanted_local_size(build, global, locals, dims), queue.device);
  // Work-groups are counted in 64 bits.
  size_t groups = 1;
  for (int d = 0; d < 3; ++d)
    if (__builtin_mul_overflow(groups, (global[d] - 1) / local[d] + 1, &groups)) throw Error{CL_OUT_OF_RESOURCES};

  range.kernel = build.info;
  range.work_dim = dims;
  std::copy(global.begin(), global.end(), range.global_size);
  std::copy(offset.begin(), offset.end(), range.global_offset);
  std::copy(local.begin(), local.end(), range.local_size);
  return true;
}

runtime::Work api::launch(Queue &queue, cl_kernel kernel, cl_uint dims, const size_t *offsets, const size_t *globals,
                          const size_t *locals) {
  Kernel &self = check(kernel);
  check_context(queue, self);
  auto made = self.snapshot(queue.device);
  runtime::NdRange sizes = {};
  if (!place_range(queue, self, dims, offsets, globals, locals, sizes)) return {};
  made->set_sizes(sizes);
  made->reshape(queue);
  return work_of(std::move(made));
}

namespace {

void enqueue_range(cl_command_queue queue, cl_command_type type, cl_kernel kernel, cl_uint dims, const size_t *offsets,
                   const size_t *globals, const size_t *locals, const Waits &waits) {
  Ref<Queue> on(check(queue));
  Kernel &self = check(kernel);
  runtime::NdRange sizes = {};
  const bool empty = !place_range(*on, self, dims, offsets, globals, locals, sizes);
  const bool may_run = !empty && waits.count == 0 && !waits.events;
  const bool may_reshape = !empty && sizes.kernel->reshaped;  // as the arguments tell, so they come first
  if (may_run && !may_reshape && run_in_call(*on, type, self, sizes, waits.event)) return;
  auto launch = self.snapshot(on->device);
  launch->set_sizes(sizes);
  if (may_reshape) launch->reshape(*on);
  if (may_run && may_reshape && run_in_call(*on, type, *launch, waits.event)) return;
  enqueue(*on, type, waits, empty ? runtime::Work() : work_of(std::move(launch)));
}

}  // namespace

cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dims, const size_t *offset,
                                          const size_t *global, const size_t *local, cl_uint num_waits,
                                          const cl_event *waits, cl_event *event) {
  return entry([&] {
    enqueue_range(queue, CL_COMMAND_NDRANGE_KERNEL, kernel, dims, offset, global, local, {num_waits, waits, event});
  });
}

// The local size of a launch if the program gives none.
cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSize(cl_command_queue queue, cl_kernel kernel, cl_uint dims,
                                                     const size_t *offsets, const size_t *globals, size_t *suggested) {
  return entry([&] {
    Queue &on = check(queue);
    Kernel &self = check(kernel);
    check_context(on, self);
    self.snapshot(on.device);  // "CL_INVALID_KERNEL_ARGS if all the kernel arguments for kernel have not been set."
    check_dims(dims);
    // "CL_INVALID_GLOBAL_WORK_SIZE if global_work_size is NULL or if any of the values specified in
    // global_work_size are 0."
    if (!globals || is_empty(padded(globals, dims, 1))) throw Error{CL_INVALID_GLOBAL_WORK_SIZE};
    Size3 global = padded(globals, dims, 1);
    check_offset(offsets, dims, global);
    // "CL_INVALID_VALUE if suggested_local_work_size is NULL."
    if (!suggested) throw Error{CL_INVALID_VALUE};
    WorkGroupSizes sizes = self.build_for(on.device);
    sizes.told = true;
    const Size3 local = sizes.local_size(global, wanted_local_size(sizes, global, nullptr, dims), on.device);
    std::copy_n(local.begin(), dims, suggested);
  });
}

cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSizeKHR(cl_command_queue queue, cl_kernel kernel, cl_uint dims,
                                                        const size_t *offsets, const size_t *globals,
                                                        size_t *suggested) {
  return clGetKernelSuggestedLocalWorkSize(queue, kernel, dims, offsets, globals, suggested);
}

// "clEnqueueTask is equivalent to calling clEnqueueNDRangeKernel with work_dim set to 1,
// global_work_offset set to NULL, global_work_size[0] set to 1, and local_work_size[0] set to 1."
cl_int CL_API_CALL clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint num_waits, const cl_event *waits,
                                 cl_event *event) {
  return entry([&] {
    const size_t one = 1;
    enqueue_range(queue, CL_COMMAND_TASK, kernel, 1, nullptr, &one, &one, {num_waits, waits, event});
  });
}

cl_int CL_API_CALL clEnqueueNativeKernel(cl_command_queue queue, void(CL_CALLBACK *function)(void *), void *args,
                                         size_t args_size, cl_uint num_buffers, const cl_mem *buffers,
                                         const void **places, cl_uint num_waits, const cl_event *waits,
                                         cl_event *event) {
  return entry([&] {
    Ref<Queue> on(check(queue));
    // "CL_INVALID_VALUE if user_func is NULL."
    if (!function) throw Error{CL_INVALID_VALUE};
    // "CL_INVALID_VALUE if args is a NULL value and cb_args > 0, or if args is not NULL and cb_args is 0,
    // or if args is a NULL value and num_mem_objects > 0."
    auto given = both_or_none(static_cast<const std::byte *>(args), args_size);
    if (!args && num_buffers) throw Error{CL_INVALID_VALUE};
    // "CL_INVALID_VALUE if num_mem_objects > 0 and mem_list or args_mem_loc are NULL, or if num_mem_objects
    // = 0 and mem_list or args_mem_loc are not NULL."
    auto handles = both_or_none(buffers, num_buffers);
    auto where = both_or_none(places, num_buffers);
    auto copied = std::make_shared<std::vector<std::byte>>(given.begin(), given.end());
    auto held = std::make_shared<std::vector<Ref<Mem>>>();
    for (cl_uint i = 0; i < num_buffers; ++i) {
      held->emplace_back(check_buffer(on->context, handles[i]));
      // args_mem_loc points into `args`; write the buffers' addresses at these offsets of the copy.
      size_t at = static_cast<size_t>(static_cast<const std::byte *>(where[i]) - given.data());
      if (at > args_size || args_size - at < sizeof(void *)) throw Error{CL_INVALID_VALUE};
      std::byte *address = held->back()->data();
      std::memcpy(copied->data() + at, &address, sizeof address);
    }
    enqueue(*on, CL_COMMAND_NATIVE_KERNEL, {num_waits, waits, event}, [=](Event &event) {
      runtime::all_may_be_written(event, *held);
      const process::OutsideLibrary calling;
      function(copied->empty() ? nullptr : copied->data());
    });
  });
}
