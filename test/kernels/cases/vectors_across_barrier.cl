// global: 16
// local: 1, 16
// arg: out long 16
// expect: out[i] = sum(k, 0, 15, i + k) + 3 * i + 6 + sum(k, 0, 7, i * k)
kernel void test(global long *out) {
  int i = get_global_id(0);
  char16 a = (char16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) + (char)i;
  double3 b = (double3)(i + 1, i + 2, i + 3);
  long8 c = (long8)(0, 1, 2, 3, 4, 5, 6, 7) * (long)i;
  barrier(CLK_LOCAL_MEM_FENCE);
  char8 h = a.lo + a.hi;
  char4 q = h.lo + h.hi;
  long4 d = c.lo + c.hi;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = q.x + q.y + q.z + q.w + (long)(b.x + b.y + b.z) + d.x + d.y + d.z + d.w;
}
