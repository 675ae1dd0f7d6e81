; RUN: not wherry-opt -passes=kernel-entry -disable-output %s 2>&1 | FileCheck %s
; Each function calls the next one ten times, the last one is large: millions of instructions when all are inlined. The
; build must end with an error that names the kernel, before the machine is out of memory.

; CHECK: error: kernel 'large' grows beyond {{[0-9]+}} instructions
define spir_kernel void @large() {
  call spir_func void @f0()
  ret void
}

define internal spir_func void @f0() alwaysinline {
  call spir_func void @f1() call spir_func void @f1()
  call spir_func void @f1() call spir_func void @f1()
  call spir_func void @f1() call spir_func void @f1()
  call spir_func void @f1() call spir_func void @f1()
  call spir_func void @f1() call spir_func void @f1()
  ret void
}
define internal spir_func void @f1() alwaysinline {
  call spir_func void @f2() call spir_func void @f2()
  call spir_func void @f2() call spir_func void @f2()
  call spir_func void @f2() call spir_func void @f2()
  call spir_func void @f2() call spir_func void @f2()
  call spir_func void @f2() call spir_func void @f2()
  ret void
}
define internal spir_func void @f2() alwaysinline {
  call spir_func void @f3() call spir_func void @f3()
  call spir_func void @f3() call spir_func void @f3()
  call spir_func void @f3() call spir_func void @f3()
  call spir_func void @f3() call spir_func void @f3()
  call spir_func void @f3() call spir_func void @f3()
  ret void
}
define internal spir_func void @f3() alwaysinline {
  call spir_func void @f4() call spir_func void @f4()
  call spir_func void @f4() call spir_func void @f4()
  call spir_func void @f4() call spir_func void @f4()
  call spir_func void @f4() call spir_func void @f4()
  call spir_func void @f4() call spir_func void @f4()
  ret void
}
define internal spir_func void @f4() alwaysinline {
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  ret void
}
