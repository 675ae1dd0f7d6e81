// global: 64
// local: 16
// arg: out int 64
// options: -cl-std=CL2.0
// written: out
// check: line 9:27, ... work-item (1,0,0): divergent arguments: passes other arguments to this work-group function than work-item (0,0,0)
kernel void test(global int *out) {
  size_t i = get_local_id(0);
  out[get_global_id(0)] = work_group_broadcast((int)i, i / 1);
}
