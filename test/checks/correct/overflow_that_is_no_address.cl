// global: 64
// local: 16
// arg: in int 64 = i * 40000000
// arg: out int 64
// written: out
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), x = in[i];
  uint hash = (uint)x * 2654435761u;
  int index = hash >> 26;
  int n = (int)(get_global_size(0) * 4096 * 4096 * 8 / (4096 * 4096 * 8));
  atomic_add(&out[index % n], (int)((uint)x * 3u));
}
