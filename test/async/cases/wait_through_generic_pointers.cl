// global: 64
// local: 16, 64
// options: -cl-std=CL1.2
// options: -cl-std=CL3.0
// arg: in int 64 = i * 7 % 31
// arg: out int 64
// arg: local 4 * L
// expect: out[i] = in(i)
// A pointer of no named address space is one into private memory, or a generic one.
void wait_for(event_t *events, int count) { wait_group_events(count, events); }
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), half_of_it = n / 2;
  in += get_group_id(0) * n;
  event_t copied[2];
  copied[0] = async_work_group_copy(tile, in, half_of_it, 0);
  copied[1] = async_work_group_copy(tile + half_of_it, in + half_of_it, n - half_of_it, 0);
  wait_for(copied, 2);
  out[get_global_id(0)] = tile[get_local_id(0)];
}
