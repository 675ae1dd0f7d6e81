// global: 32
// local: 8
// arg: in double 32 = i
// arg: out double 32
// expect: out[i] = 2 * i
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void test(global const double *in, global double *out) {
  int i = get_global_id(0);
  local half tile[8];
  tile[get_local_id(0)] = (half)in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  half4 h = (half4)(tile[get_local_id(0)]);
  double2 d = convert_double2(h.xw);
  long bits = as_long(d.x);
  out[i] = as_double(bits) + convert_double(convert_half_rte(in[i]));
}
