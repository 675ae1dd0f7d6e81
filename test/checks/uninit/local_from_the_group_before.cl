// global: 32
// local: 16
// arg: out int 32
// written: out
// check: line 9:25, ... uninitialised: what the kernel writes depends on memory that nobody has written
kernel void test(global int *out) {
  local int last[16];
  int id = get_local_id(0);
  out[get_global_id(0)] = last[id];
  last[id] = id;
}
