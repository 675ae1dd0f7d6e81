// global: 16
// local: 16
// options: -cl-std=CL3.0
// options: -cl-opt-disable
// arg: in int 16 = i * 3
// arg: raw long 96
// arg: more long 32
// arg: out int 16
// written: raw
// written: more
// expect: out[i] = in(i) + i
struct wide { int first; double second; int8 third; int last; };
struct tail { double value; int number; };
kernel void test(global const int *in, global struct wide *raw, global struct tail *more, global int *out) {
  int i = get_global_id(0);
  struct wide mine;
  mine.first = in[i];
  mine.second = i;
  mine.third = (int8)(i);
  mine.last = i;
  if (i < 8) raw[i] = mine;
  struct tail other;
  other.value = i;
  other.number = in[i];
  struct tail copies[2] = {other, other};
  more[i] = copies[i & 1];
  out[i] = mine.first + mine.last;
}
