// global: 60
// local: 1, 12, 60
// options: -cl-std=CL3.0
// options: -cl-std=CL3.0 -cl-opt-disable
// arg: in int 60 = i * 7
// arg: out int 60
// arg: local 4 * L
// expect: out[i] = i % 2 ? in(i) + 1 : in(i / L * L + L - 1 - i % L) * 10
// A generic pointer, alive across a barrier, to a private variable or to what another writes.
kernel void test(global int *in, global int *out, local int *shared) {
  int i = get_global_id(0), self = get_local_id(0), other = get_local_size(0) - 1 - self;
  int own = in[i];
  int *p = i % 2 ? (int *)&own : (int *)(shared + self);
  own++;
  shared[other] = in[i] * 10;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = *p;
}
