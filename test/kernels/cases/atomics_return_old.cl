// global: 128
// local: 1, 32
// arg: counter int 1
// arg: seen int 128
// expect: counter[i] = 128
// expect: seen[i] = 1
kernel void test(volatile global int *counter, volatile global int *seen) { atomic_inc(&seen[atomic_inc(counter)]); }
