// Carried from row to row of work-items, as what the rounds of a loop left.
// options: -cl-std=CL3.0
// global: 48
// local: 48, 5, 1
// arg: rounds int 48
// arg: left float 48
// expect: rounds[i] = i ? 0 : 48
// expect: left[i] = 0
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void test(global int *rounds, global float *left) {
  half v = 9.125h;
  for (int a = 0; a < 2; ++a) {
    rounds[get_global_id(0)] =
        get_global_id(0) ? 0 : (int)(uint)(get_global_size(0) * get_global_size(1) * get_global_size(2));
    for (int b = 0; b < 4 && (int)(float)(uint)get_global_size(2); ++b) {
      v = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    int c = 0;
    do {
    } while (++c < 4 && (int)v);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  left[get_global_id(0)] = v;
}
