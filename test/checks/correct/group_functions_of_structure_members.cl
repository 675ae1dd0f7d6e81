// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out float 64
// expect: out[i] = i % 16 * (i % 16 + 1) / 2
struct pair { char tag; float number; half pad; };
kernel void test(global const int *in, global float *out) {
  local struct pair all[16];
  int id = get_local_id(0);
  all[id].number = id;
  barrier(CLK_LOCAL_MEM_FENCE);
  struct pair mine = all[id];
  out[get_global_id(0)] = work_group_scan_inclusive_add(mine.number);
}
