// global: 64
// local: 64, 16, 1
// arg: in uint 64 = 3 * i
// arg: in uint 64 = i % 21
// arg: in uint 256 = i * 37 % 256
// arg: in float 256 = 7
// arg: in float 256 = i * 173 % 256
// arg: out float 64
// expect: out[i] = (3 * i * (i % 21) + (i % 21) * (i % 21 - 1) / 2) * 7
// Rows of a sparse matrix, of 0 to 20 elements, whatever of their loop is unrolled.
kernel void test(global const uint *start, global const uint *length, global const uint *column,
                 global const float *value, global const float *x, global float *out) {
  uint row = get_global_id(0);
  float sum = 0;
  for (uint k = start[row]; k < start[row] + length[row]; ++k) sum += value[k] * x[column[k]];
  out[row] = sum;
}
