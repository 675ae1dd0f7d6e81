// global: 16
// local: 16
// arg: out uint 65536
// arg: value uint 1
// arg: value uint 1
// expect: out[i] = 0
// A hash: what the compiler looks at must not double with each operation.
#define FOUR(x) x x x x
#define TWELVE(x) x x x x x x x x x x x x
kernel void test(global uint *out, uint n, uint c) {
  uint g = get_global_id(0);
  for (uint x = 0; x < n; x++) {
    uint h = x + g;
    TWELVE(FOUR(h = h * h + c;))
    out[h & 65535] = 0;
  }
}
