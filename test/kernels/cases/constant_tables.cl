// global: 64
// local: 16
// arg: out int 64
// expect: out[i] = (i % 5) * (i % 5) + 1 + (i % 3 == 0 ? 10 : i % 3 == 1 ? 20 : 30) + 7
constant int squares[5] = {1, 2, 5, 10, 17};
constant int seven = 7;
constant struct { char name[4]; int values[3]; } record = {"abc", {10, 20, 30}};
kernel void test(global int *out) {
  int i = get_global_id(0);
  out[i] = squares[i % 5] + record.values[i % 3] + seven;
}
