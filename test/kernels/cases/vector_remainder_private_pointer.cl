// global: 37 x 3
// local: 37x1, 37x3
// options: -cl-std=CL3.0
// options: -cl-std=CL3.0 -cl-wherry-vector-width=8
// arg: in int 111 = i % 2
// arg: other int 4
// arg: out int 111
// expect: out[i] = in(i)
// The remainder of a long item loop is a function of its own; private variables are still told from others in it.
#define STEP(k) x = x * 3 + (x >> (k % 5)) * k; y ^= x + k; x += y * k;
#define TEN(k) STEP(k) STEP(k + 1) STEP(k + 2) STEP(k + 3) STEP(k + 4) STEP(k + 5) STEP(k + 6) STEP(k + 7) STEP(k + 8) STEP(k + 9)
#define HUNDRED(k) TEN(k) TEN(k + 10) TEN(k + 20) TEN(k + 30) TEN(k + 40) TEN(k + 50) TEN(k + 60) TEN(k + 70) TEN(k + 80) TEN(k + 90)
kernel void test(global const int *in, global int *other, global int *out) {
  size_t i = get_global_id(1) * 37 + get_global_id(0);
  uint x = i, y = 1;
  HUNDRED(1) HUNDRED(101) HUNDRED(201) HUNDRED(301)
  for (int k = 0; k <= in[1]; ++k) y += in[k];  // an access in a loop: full vectors have no masks
  int own[4];
  for (int k = 0; k < 4; ++k) own[k] = x >> k;
  int *either = in[i] ? own : (int *)other;
  out[i] = (to_private(either) != 0) + (either[y & 3] == 123456789 && x == 77);
}
