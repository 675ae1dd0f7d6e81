// global: 1024
// local: 64
// arg: out uint 1024
// arg: value ulong 32
// arg: value ulong 576460752303423489
// expect: out[i] = i / 32
// w * h is 32 in 64 bits.
kernel void test(global uint *out, ulong w, ulong h) {
  ulong g = get_global_id(0);
  out[g / w * w + g % w] = (uint)(g / (w * h));
}
