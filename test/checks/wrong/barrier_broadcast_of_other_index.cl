// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:12, ... divergent arguments: passes other arguments to this work-group function than work-item
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  out[i] = work_group_broadcast(in[i], get_local_id(0) / 8);
}
