// global: 500
// local: 1, 50, null
// arg: in int 500 = i * 7 % 31
// arg: out int 500
// arg: sorted int 1500
// expect: out[i] = (in(i) % 3 == 0 ? in(i) : 0) * 100 + (in(i) % 3 == 1 ? in(i) : 0) * 10 + (in(i) % 3 == 2 ? in(i) : 0) + 7 * (in(i) % 3 == 0 ? 1 : in(i) % 3 == 1 ? 10 : 100)
// expect: sorted[i] = in(i / 3) * (2 - i % 3)
// Elements that each work-item chooses, also by pointers, and inserts in order, with a barrier between.
kernel void test(global const int *in, global int *out, global int *sorted) {
  int g = get_global_id(0), v = in[g], d[3] = {0, 0, 0}, best[3], n = 0;
  d[v % 3] = v;
  int *other = v % 3 == 0 ? &d[2] : v % 3 == 1 ? &d[1] : &d[0];
  *other += 7;
  for (int k = 0; k < 3; k++) {
    int x = v * (k == 0 ? 1 : k == 1 ? 0 : 2), at = n++;
    while (at > 0 && best[at - 1] < x) {
      best[at] = best[at - 1];
      at--;
    }
    best[at] = x;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[g] = d[0] * 100 + d[1] * 10 + d[2];
  for (int k = 0; k < 3; k++) sorted[3 * g + k] = best[k];
}
