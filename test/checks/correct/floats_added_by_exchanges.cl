// global: 64
// local: 16
// arg: in int 64 = i
// arg: out float 1
// expect: out[i] = 2016
kernel void test(global const int *in, global float *out) {
  union { uint bits; float number; } old, new;
  volatile global uint *place = (volatile global uint *)out;
  do {
    old.bits = atomic_or(place, 0);
    new.number = old.number + in[get_global_id(0)];
  } while (atomic_cmpxchg(place, old.bits, new.bits) != old.bits);
}
