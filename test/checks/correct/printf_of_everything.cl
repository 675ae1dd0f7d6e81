// global: 4
// local: 2
// arg: in int 16 = i
// arg: out int 4
// expect: out[i] = i
constant char name[] = "name";
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  int3 v = vload3(i, in);
  float4 f;
  f.xyz = convert_float3(v);
  printf("%s %d %v3d %5.2f %s\n", "text", i, v, f.y, i ? "more" : "first");
  printf("%v4hhd %c %%\n", (char4)(1, 2, 3, 4), 'a');
  out[i] = in[i];
}
