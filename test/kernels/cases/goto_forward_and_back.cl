// global: 32
// local: 1, 32
// arg: out int 32
// expect: out[i] = i % 2 ? -i : sum(k, 0, i, k)
kernel void test(global int *out) {
  int i = get_global_id(0), total = 0, k = 0;
  if (i % 2) goto odd;
next:
  total += k;
  if (k++ < i) goto next;
  goto done;
odd:
  total = -i;
done:
  out[i] = total;
}
