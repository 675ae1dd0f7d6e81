// SPDX-License-Identifier: Apache-2.0
// cl_khr_command_buffer_mutable_dispatch 0.9.5.
#include "mutable_dispatch.h"

#include <algorithm>

#include "command.h"
#include "info.h"

using namespace wherry;
using namespace wherry::api;
using runtime::CommandBuffer;
using runtime::Dispatch;
using runtime::Kernel;
using runtime::MutableCommand;
using runtime::Queue;
using runtime::Size3;

namespace {

// Whether all work-groups have the same size. True if the driver chooses the local size.
bool is_uniform(const Dispatch &dispatch) {
  for (int d = 0; d < 3 && dispatch.has_local; ++d)
    if (dispatch.local[d] && dispatch.global[d] % dispatch.local[d]) return false;
  return true;
}

void set(Size3 &to, const size_t *from, cl_uint dims) { std::copy_n(from, dims, to.begin()); }

void update(CommandBuffer &buffer, CommandBuffer::Changes &changes, const khr::cl_mutable_dispatch_config_khr &config) {
  // "CL_INVALID_MUTABLE_COMMAND_KHR if command is not a valid mutable command object ..., or created from
  // command_buffer."
  MutableCommand &command = check(config.command);
  if (&command.buffer != &buffer) throw Error{CL_INVALID_MUTABLE_COMMAND_KHR};
  const cl_uint dims = command.recorded.dims;
  // "CL_INVALID_OPERATION if work_dim is not zero and different from the work_dim set on command recording", or if a
  // field changes that was not recorded as updatable.
  const auto updatable = [&](bool changed, cl_mutable_dispatch_fields_khr field) {
    if (changed && !(command.recorded.updatable & field)) throw Error{CL_INVALID_OPERATION};
  };
  if (config.work_dim && config.work_dim != dims) throw Error{CL_INVALID_OPERATION};
  updatable(config.global_work_offset, CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR);
  updatable(config.global_work_size, CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR);
  updatable(config.local_work_size, CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR);
  updatable(config.num_args || config.num_svm_args, CL_MUTABLE_DISPATCH_ARGUMENTS_KHR);
  updatable(config.num_exec_infos, CL_MUTABLE_DISPATCH_EXEC_INFO_KHR);

  Dispatch &dispatch = changes.of(command);
  for (auto &arg : both_or_none(config.arg_list, config.num_args))
    set_argument(*dispatch.kernel, arg.arg_index, arg.arg_size, arg.arg_value);
  for (auto &arg : both_or_none(config.arg_svm_list, config.num_svm_args))
    set_pointer(*dispatch.kernel, arg.arg_index, arg.arg_value);
  for (auto &info : both_or_none(config.exec_info_list, config.num_exec_infos))
    check_exec_info(info.param_name, info.param_value_size, info.param_value);
  const bool was_uniform = is_uniform(dispatch);
  if (config.global_work_offset) set(dispatch.offset, config.global_work_offset, dims);
  if (config.global_work_size) set(dispatch.global, config.global_work_size, dims);
  if (config.local_work_size) {
    set(dispatch.local, config.local_work_size, dims);
    dispatch.has_local = true;
  }
  // "CL_INVALID_OPERATION if the values of local_work_size and/or global_work_size result in a change to work-group
  // uniformity."
  if (is_uniform(dispatch) != was_uniform) throw Error{CL_INVALID_OPERATION};
  prepare_dispatch(*buffer.queues[command.recorded.queue], dispatch, dims);
}

}  // namespace

void api::prepare_dispatch(Queue &queue, Dispatch &dispatch, cl_uint dims) {
  std::unique_ptr<runtime::Launch> launch;
  runtime::NdRange unused;
  try {
    launch = dispatch.kernel->snapshot(queue.device);
  } catch (const Error &error) {
    if (error.code != CL_INVALID_KERNEL_ARGS) throw;
  }
  dispatch.complete = launch != nullptr;
  const size_t *local = dispatch.has_local ? dispatch.local.data() : nullptr;
  if (!place_range(queue, *dispatch.kernel, dims, dispatch.offset.data(), dispatch.global.data(), local,
                   launch ? launch->range : unused))
    launch.reset();
  if (launch) launch->reshape(queue);
  dispatch.launch = std::move(launch);
}

Dispatch api::record_dispatch(Queue &queue, Kernel &kernel, cl_uint dims, const size_t *offset, const size_t *global,
                              const size_t *local) {
  Dispatch dispatch{Ref<Kernel>::make(kernel), {0, 0, 0}, {1, 1, 1}, {1, 1, 1}, local != nullptr, false, nullptr};
  if (dims >= 1 && dims <= 3) {
    if (offset) set(dispatch.offset, offset, dims);
    if (global) set(dispatch.global, global, dims);
    if (local) set(dispatch.local, local, dims);
    if (!global) dispatch.global = {0, 0, 0};
  }
  prepare_dispatch(queue, dispatch, dims);
  return dispatch;
}

cl_int CL_API_CALL khr::clUpdateMutableCommandsKHR(cl_command_buffer_khr buffer, cl_uint count,
                                                   const cl_command_buffer_update_type_khr *types,
                                                   const void **configs) {
  return entry([&] {
    Ref<CommandBuffer> self(check(buffer));
    // "CL_INVALID_OPERATION if command_buffer has not been finalized", or "was not created with the
    // CL_COMMAND_BUFFER_MUTABLE_KHR flag."
    if (self->state() == CL_COMMAND_BUFFER_STATE_RECORDING_KHR || !self->is_mutable) throw Error{CL_INVALID_OPERATION};
    // "CL_INVALID_VALUE if config_types is NULL and num_configs > 0, or config_types is not NULL and num_configs is 0",
    // likewise configs, "if any element of config_types is not a valid cl_command_buffer_update_type_khr enum", or "if
    // any element of configs is NULL."
    for (auto type : both_or_none(types, count))
      if (type != CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR) throw Error{CL_INVALID_VALUE};
    auto list = both_or_none(configs, count);
    if (std::find(list.begin(), list.end(), nullptr) != list.end()) throw Error{CL_INVALID_VALUE};
    CommandBuffer::Changes changes(*self);
    for (const void *config : list)
      update(*self, changes, *static_cast<const khr::cl_mutable_dispatch_config_khr *>(config));
    changes.keep();
  });
}

cl_int CL_API_CALL khr::clGetMutableCommandInfoKHR(cl_mutable_command_khr command, cl_mutable_command_info_khr param,
                                                   size_t size, void *value, size_t *size_ret) {
  return info(size, value, size_ret, [&](InfoWriter answer) {
    MutableCommand &self = check(command);
    const auto sizes = [&](const Size3 &of) { return answer.bytes(of.data(), self.recorded.dims * sizeof(size_t)); };
    switch (param) {
    case CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR:
      return answer(cl_command_queue{self.buffer.queues[self.recorded.queue].get()});
    case CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR: return answer(cl_command_buffer_khr{&self.buffer});
    case CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR: return answer(cl_command_type{CL_COMMAND_NDRANGE_KERNEL});
    case CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR: return answer(self.recorded.property_list);
    case CL_MUTABLE_DISPATCH_KERNEL_KHR: return answer(cl_kernel{self.recorded.kernel.get()});
    case CL_MUTABLE_DISPATCH_DIMENSIONS_KHR: return answer(self.recorded.dims);
    case CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR: return sizes(self.dispatch().offset);
    case CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR: return sizes(self.dispatch().global);
    // "If a local work-item size was not set, zero is returned for each element in the array."
    case CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR: {
      const Dispatch now = self.dispatch();
      return sizes(now.has_local ? now.local : Size3{});
    }
    default: return unknown_query();
    }
  });
}
