// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 7:42 8:41
void put(local int *to, int value) { *to = value; }
int get(local const int *from) { return *from; }
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  int id = get_local_id(0);
  put(tile + id, in[get_global_id(0)]);
  out[get_global_id(0)] = get(tile + (id + 1) % 16);
}
