// global: 64
// local: 64, 16
// options: -cl-std=CL1.2
// options: -cl-wherry-vector-width=1
// arg: in int 128 = i + 1
// arg: out int 128
// arg: wide int 128
// expect: out[i] = i % 16 == 0 && i > 0 && i < 65 ? i + 1 : 0
// expect: wide[i] = i >= 4 && i < 68 ? i + 1 : 0
// Only some lanes' addresses are as aligned as their type says.
typedef struct __attribute__((aligned(64))) {
  int a[16];
} Line;
kernel void test(global const int *in, global int *out, global int *wide) {
  int j = get_global_id(0) + 1;
  if ((j & 15) == 0) ((global Line *)(out + j))->a[0] = in[j];
  if ((j & 3) == 0) *(global int4 *)(wide + j) = *(global const int4 *)(in + j);
}
