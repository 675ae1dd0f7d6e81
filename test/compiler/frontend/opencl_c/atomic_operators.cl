// RUN: not wherryc %s -cl-std=CL2.0 -o %t.bin 2>&1 | FileCheck %s
// RUN: not wherryc %s -cl-std=CL3.0 -o %t.bin 2>&1 | FileCheck %s
// "OpenCL C does not support operators with atomic types. Using atomic types with operators should result in a
// compilation error." (Atomic Functions, Restrictions)

// CHECK-COUNT-4: error: {{invalid argument type|invalid operands|atomic variable can be assigned}}
// CHECK: 4 errors
kernel void operators(global atomic_int *x, global int *y) {
  x[0]++;
  --x[1];
  x[2] += 5;
  x[3] = 7;
  atomic_store(&x[4], y[0]);
}
