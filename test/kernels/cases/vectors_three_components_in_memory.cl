// global: 8
// local: 8
// arg: in int 32 = i
// arg: out int 32 = -1
// expect: out[i] = i % 4 == 3 ? -1 : in(i) * 2
kernel void test(global const int3 *in, global int *out) {
  int i = get_global_id(0);
  int3 doubled = in[i] * 2;
  out[4 * i] = doubled.x;
  out[4 * i + 1] = doubled.y;
  out[4 * i + 2] = doubled.z;
}
