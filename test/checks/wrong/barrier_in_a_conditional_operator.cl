// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 7:19, ... divergent call: ... of 16 work-items come to this barrier; work-item ... does not
int meet(int x) { barrier(CLK_LOCAL_MEM_FENCE); return x; }
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  out[i] = in[i] > 3 ? meet(i) : 0;
}
