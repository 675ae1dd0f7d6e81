// global: 192
// local: 1, 16, 64
// options: -cl-std=CL3.0
// arg: sums float 6 = i == 2 ? 100000 : 0
// arg: wide double 6 = i == 2 ? 100000 : 0
// arg: out int 192
// expect: sums[i] = i == 0 ? 18336 : i == 1 ? -18336 : i == 2 ? 0 : i == 3 ? 191 : i == 4 ? 384 : 12
// expect: wide[i] = i == 0 ? 18336 : i == 1 ? -18336 : i == 2 ? 0 : i == 3 ? 191 : i == 4 ? 384 : 12
// expect: out[i] = sum(k, i / L * L, i / L * L + L - 1, k)
#if !defined(cl_ext_float_atomics) || !defined(__opencl_c_ext_fp32_global_atomic_add) || \
    !defined(__opencl_c_ext_fp64_local_atomic_min_max)
#error "no float atomics"
#endif
kernel void test(volatile global atomic_float *sums, volatile global atomic_double *wide, global int *out) {
  int i = get_global_id(0);
  atomic_fetch_add(&sums[0], (float)i);
  atomic_fetch_sub(&sums[1], (float)i);
  atomic_fetch_min(&sums[2], (float)i);
  atomic_fetch_max_explicit(&sums[3], (float)i, memory_order_relaxed, memory_scope_device);
  atomic_fetch_add_explicit((volatile atomic_float *)&sums[4], 2.0f, memory_order_relaxed);
  atomic_store(&sums[5], 12.0f);
  atomic_fetch_add(&wide[0], (double)i);
  atomic_fetch_sub(&wide[1], (double)i);
  atomic_fetch_min(&wide[2], (double)i);
  atomic_fetch_max(&wide[3], (double)i);
  atomic_fetch_add((volatile atomic_double *)&wide[4], 2.0);
  atomic_store(&wide[5], 12.0);
  local atomic_float sum;
  local atomic_double most;
  if (get_local_id(0) == 0) {
    atomic_init(&sum, 0.0f);
    atomic_init(&most, -1.0);
  }
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add(&sum, (float)i);
  atomic_fetch_max(&most, (double)i);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = atomic_load(&most) == get_group_id(0) * get_local_size(0) + get_local_size(0) - 1 ? (int)atomic_load(&sum) : -1;
}
