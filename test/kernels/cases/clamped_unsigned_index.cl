// Rows that end at clamps of unsigned numbers, which may be above INT_MAX or wrap around.
// global: 1000
// local: 1, 40, 250, null
// arg: in int 500 = i * 7 + 3
// arg: shifts uint 8 = i == 0 ? 0 - 70000 : i == 1 ? 0 - 17 : i == 2 ? 0 - 1 : i == 3 ? 0 : i == 4 ? 1 : i == 5 ? 250 : i == 6 ? 0x7fffffff : 0x80000000
// arg: least int 8000
// arg: most int 8000
// arg: less int 8000
// expect: least[i] = in(min((i % 1000 + shifts(i / 1000)) % 4294967296, 499))
// expect: most[i] = in(max(min((i % 1000 + shifts(i / 1000)) % 4294967296, 499), 250))
// expect: less[i] = in(i % 1000 >= shifts(i / 1000) % 4294967296 ? min(i % 1000 - shifts(i / 1000) % 4294967296, 499) : 0)
kernel void test(global const int *in, global const uint *shifts, global int *least, global int *most,
                 global int *less) {
  const uint x = get_global_id(0);
  for (int k = 0; k < 8; ++k) {
    least[k * 1000 + x] = in[min(x + shifts[k], 499u)];
    most[k * 1000 + x] = in[max(min(x + shifts[k], 499u), 250u)];
    less[k * 1000 + x] = in[min(x > shifts[k] ? x - shifts[k] : 0u, 499u)];
  }
}
