// global: 64
// local: 16
// arg: in int 64 = i
// arg: local 4 * L
// arg: out int 64
// written: out
// check: line 10:12, ... out of bounds: writes 16 bytes at byte 64 of argument 1 'tile' (64 bytes, local)
kernel void test(global const int *in, local int4 *tile, global int *out) {
  int id = get_local_id(0);
  tile[id] = (int4)(in[id]);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[0].x;
}
