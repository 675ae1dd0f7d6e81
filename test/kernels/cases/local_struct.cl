// global: 32
// local: 8, 32
// arg: out int 32
// expect: out[i] = i / L * L + (i + 1) % L + i / L * L + L - 1
typedef struct { int value; int values[33]; } Shared;
kernel void test(global int *out) {
  local Shared shared;
  int id = get_local_id(0), size = get_local_size(0);
  shared.values[id] = get_global_id(0);
  if (id == size - 1) shared.value = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = shared.values[(id + 1) % size] + shared.value;
}
