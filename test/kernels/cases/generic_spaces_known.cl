// global: 20
// local: 1, 5, 20
// options: -cl-std=CL3.0
// arg: in int 20
// arg: out int 20
// arg: local 4 * L
// expect: out[i] = 111
int where(int *p) { return (to_global(p) ? 1 : 0) + (to_local(p) ? 10 : 0) + (to_private(p) ? 100 : 0); }
kernel void test(global int *in, global int *out, local int *shared) {
  int own = 3;
  out[get_global_id(0)] = where(in + 1) + where(shared + get_local_id(0)) + where(&own);
}
