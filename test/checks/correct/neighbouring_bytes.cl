// global: 60
// local: 12
// arg: bytes uchar 60
// arg: three uchar 180
// arg: shorts short 60
// expect: bytes[i] = i
// expect: three[i] = i % 3
// expect: shorts[i] = 2 * i
kernel void test(global uchar *bytes, global uchar *three, global short *shorts) {
  local uchar tile[12];
  int i = get_global_id(0), id = get_local_id(0);
  tile[id] = i;
  bytes[i] = tile[id];
  vstore3((uchar3)(0, 1, 2), i, three);
  shorts[i] = 2 * i;
}
