// global: 4
// local: 1
// arg: cell float 1
// arg: old float 4 = 5
// expect: cell[i] = 3
// expect: old[i] = i < 3 ? 0 : 5
kernel void test(volatile global float *cell, global float *old) {
  if (get_global_id(0) == 3)
    atomic_xchg(cell, 3.0f);
  else
    old[get_global_id(0)] = 0;
}
