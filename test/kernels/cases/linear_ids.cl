// global: 8x4x2
// local: 2x2x2, 8x1x1, 4x4x2
// options: -cl-std=CL3.0
// arg: global_out ulong 64
// arg: local_out ulong 64
// expect: global_out[i] = i
// expect: local_out[i] = (i / 32 % Lz * Ly + i / 8 % 4 % Ly) * L + i % 8 % L
kernel void test(global ulong *global_out, global ulong *local_out) {
  size_t self = get_global_id(2) * 32 + get_global_id(1) * 8 + get_global_id(0);
  global_out[self] = get_global_linear_id();
  local_out[self] = get_local_linear_id();
}
