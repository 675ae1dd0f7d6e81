// global: 2
// local: 2
// arg: in int 8 = i
// arg: out int 2
// expect: out[i] = 1
struct shown { char tag; int number; };
kernel void test(global const int *in, global int *out) {
  struct shown s;
  s.number = in[get_global_id(0)];
  float3 v;
  v.x = v.y = v.z = s.number;
  int4 w;
  w.xyz = (int3)(1, 2, 3);
  uchar bytes[4];
  bytes[1] = 7;
  printf("%d %v3f %v3d %d %p\n", s.number, v, w.xyz, bytes[1], (void *)0);
  out[get_global_id(0)] = 1;
}
