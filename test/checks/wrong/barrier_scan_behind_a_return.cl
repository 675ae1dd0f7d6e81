// global: 64
// local: 16
// arg: out int 64
// options: -cl-std=CL2.0
// written: out
// check: line 10:27, ... divergent call: 15 of 16 work-items come to this work-group function; work-item (0,0,0) does not
kernel void test(global int *out) {
  size_t i = get_local_id(0);
  if (i == 0) return;
  out[get_global_id(0)] = work_group_scan_inclusive_add(1);
}
