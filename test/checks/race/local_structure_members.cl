// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 11:19 12:23
struct cell { char tag; int value; };
kernel void test(global const int *in, global int *out) {
  local struct cell cells[16];
  int id = get_local_id(0);
  cells[id].value = in[id];
  struct cell other = cells[id ^ 1];
  out[get_global_id(0)] = other.value;
}
