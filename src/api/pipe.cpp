// SPDX-License-Identifier: Apache-2.0
#include "objects/pipe.h"

#include "info.h"
#include "objects/memory.h"

using namespace wherry;
using namespace wherry::api;
using runtime::Context;
using runtime::Mem;

cl_mem CL_API_CALL clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint packet_size, cl_uint max_packets,
                                const cl_pipe_properties *properties, cl_int *err) {
  return entry(err, [&] {
    Context &in = check(context);
    // "CL_INVALID_VALUE if values specified in flags are not as defined above": "Only CL_MEM_READ_WRITE and
    // CL_MEM_HOST_NO_ACCESS can be specified", and the default is both.
    if (flags & ~cl_mem_flags{CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS}) throw Error{CL_INVALID_VALUE};
    // "CL_INVALID_VALUE if properties is not NULL."
    if (properties) throw Error{CL_INVALID_VALUE};
    // "CL_INVALID_PIPE_SIZE if pipe_packet_size is 0 or the pipe_packet_size exceeds CL_DEVICE_PIPE_MAX_PACKET_SIZE
    // value for all devices in context or if pipe_max_packets is 0."
    if (packet_size == 0 || packet_size > runtime::kMaxPacketSize || max_packets == 0)
      throw Error{CL_INVALID_PIPE_SIZE};
    return Ref<Mem>::make(in, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS,
                          std::make_unique<runtime::Pipe>(packet_size, max_packets));
  });
}

cl_int CL_API_CALL clGetPipeInfo(cl_mem mem, cl_pipe_info param, size_t size, void *value, size_t *size_ret) {
  return info(size, value, size_ret, [&](InfoWriter answer) {
    // "CL_INVALID_MEM_OBJECT if pipe is a not a valid pipe object."
    const runtime::Pipe *pipe = check(mem).pipe();
    if (!pipe) throw Error{CL_INVALID_MEM_OBJECT};
    switch (param) {
    case CL_PIPE_PACKET_SIZE: return answer(cl_uint{pipe->packet_size});
    case CL_PIPE_MAX_PACKETS: return answer(cl_uint{pipe->max_packets});
    case CL_PIPE_PROPERTIES: return answer(std::vector<cl_pipe_properties>());
    default: return unknown_query();
    }
  });
}
