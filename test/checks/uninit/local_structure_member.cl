// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 14:15, ... uninitialised: a branch depends on memory that nobody has written
struct cell { int value, count; };
kernel void test(global const int *in, global int *out) {
  local struct cell cells[16];
  int id = get_local_id(0);
  cells[id].value = in[id];
  barrier(CLK_LOCAL_MEM_FENCE);
  struct cell c = cells[15 - id];
  if (c.count > 2) out[get_global_id(0)] = c.value;
}
