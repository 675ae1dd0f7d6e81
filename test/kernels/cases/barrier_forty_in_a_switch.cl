// Each branch scrambles a value, passes it on to a neighbour, and unscrambles what it got.
// global: 48
// local: 1, 4, 16
// arg: order int 40 = (i * 7 + 3) % 40
// arg: keys uint 16 = i * i * 40503 + 2654435 * i + 1
// arg: in uint 48 = i * 77 + 5
// arg: out uint 48
// arg: local 8 * L
// expect: out[i] = in(i / L * L + (i + sum(k, 0, 39 - i / L, order(k) % 3)) % L) + sum(k, 0, 39 - i / L, order(k) + 1)
#define ODD 0x9E3779B1u
#define INVERSE 0x0E8B2F51u  // of ODD, modulo 2^32
#define DO(k, n) x = rotate(((x ^ keys[k]) + n##u) * ODD, 7u + k);
#define UNDO(k, n) x = (rotate(x, 25u - k) * INVERSE - n##u) ^ keys[k];
#define DO_ALL(n)                                                                                                     \
  DO(0, n) DO(1, n) DO(2, n) DO(3, n) DO(4, n) DO(5, n) DO(6, n) DO(7, n)                                             \
  DO(8, n) DO(9, n) DO(10, n) DO(11, n) DO(12, n) DO(13, n) DO(14, n) DO(15, n)
#define UNDO_ALL(n)                                                                                                   \
  UNDO(15, n) UNDO(14, n) UNDO(13, n) UNDO(12, n) UNDO(11, n) UNDO(10, n) UNDO(9, n) UNDO(8, n)                       \
  UNDO(7, n) UNDO(6, n) UNDO(5, n) UNDO(4, n) UNDO(3, n) UNDO(2, n) UNDO(1, n) UNDO(0, n)
#define CASE(n)                                                                                                       \
  case n:                                                                                                             \
    DO_ALL(n)                                                                                                         \
    tile[id] = x;                                                                                                     \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                     \
    x = tile[(id + n % 3) % size];                                                                                    \
    UNDO_ALL(n)                                                                                                       \
    x += n + 1;                                                                                                       \
    break;
#define CASES(n) CASE(n##0) CASE(n##1) CASE(n##2) CASE(n##3) CASE(n##4) CASE(n##5) CASE(n##6) CASE(n##7) CASE(n##8) CASE(n##9)
kernel void test(global const int *order, global const uint *keys, global const uint *in, global uint *out,
                 local uint *shared) {
  uint id = get_local_id(0), size = get_local_size(0), x = in[get_global_id(0)];
  int rounds = 40 - get_group_id(0);
  for (int k = 0; k < rounds; ++k) {
    local uint *tile = shared + k % 2 * size;  // the neighbours may still read the other half
    switch (order[k]) {
      CASE(0) CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6) CASE(7) CASE(8) CASE(9)
      CASES(1) CASES(2) CASES(3)
    }
  }
  out[get_global_id(0)] = x;
}
