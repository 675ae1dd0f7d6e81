// SPDX-License-Identifier: Apache-2.0
#include "api/bad_calls.h"

namespace wherry::test {

World::World()
    : platform(test::platform()), device(test::device()), context(test::context()), other_context(make_context()),
      queue(test::queue()), other_queue(make_queue(0, other_context)), bytes{} {
  buffer = make_buffer(1024);
  cl_int error = CL_SUCCESS;
  other_buffer = Buffer(clCreateBuffer(other_context, CL_MEM_READ_WRITE, 1024, nullptr, &error));
  ok(error);
  read_only = make_buffer(1024, nullptr, CL_MEM_READ_ONLY);
  write_only = make_buffer(1024, nullptr, CL_MEM_WRITE_ONLY);
  no_access = make_buffer(1024, nullptr, CL_MEM_HOST_NO_ACCESS);
  host_read_only = make_buffer(1024, nullptr, CL_MEM_HOST_READ_ONLY);
  host_write_only = make_buffer(1024, nullptr, CL_MEM_HOST_WRITE_ONLY);
  align = info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  cl_buffer_region region = {0, 64};
  sub = Buffer(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
  ok(error);

  const char *source = "kernel void test(global int *out, int value, local int *tile) { tile[get_local_id(0)] = value;"
                       "  out[get_global_id(0) % 8] = tile[get_local_id(0)]; }"
                       "__attribute__((reqd_work_group_size(8, 1, 1))) kernel void fixed(global int *out) { "
                       "out[get_global_id(0) % 8] = 1; }";
  program = build(source);
  unbuilt = Program(clCreateProgramWithSource(context, 1, &source, nullptr, &error));
  ok(error);
  const char *bad = "kernel void test(global int *out) { out[0] = nowhere; }";
  failed = Program(clCreateProgramWithSource(context, 1, &bad, nullptr, &error));
  ok(error);
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, clBuildProgram(failed, 0, nullptr, "", nullptr, nullptr));
  kernel = test::kernel(program, "test");
  set_args(kernel, buffer, 1, LocalBytes{1024});
  unset = test::kernel(program, "test");
  fixed = test::kernel(program, "fixed");
  set_arg(fixed, 0, buffer);

  ok(clEnqueueMarkerWithWaitList(queue, 0, nullptr, complete.out()));
  ok(clFinish(queue));
  user = Event(clCreateUserEvent(context, &error));
  ok(error);
  ok(clEnqueueMarkerWithWaitList(other_queue, 0, nullptr, other_event.out()));
  ok(clFinish(other_queue));
}

void expect_errors(std::span<const BadCall> calls) {
  World world;
  for (auto &bad : calls) {
    cl_int got = bad.call(world);
    if (bad.or_expected != CL_SUCCESS && got == bad.or_expected) continue;
    EXPECT_EQ(error_name(bad.expected), error_name(got)) << bad.what;
  }
  // The good objects still work.
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(world.user, CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, try_launch(world.queue, world.kernel, {8}, {8}));
  EXPECT_EQ(CL_SUCCESS, clFinish(world.queue));
}

}  // namespace wherry::test
