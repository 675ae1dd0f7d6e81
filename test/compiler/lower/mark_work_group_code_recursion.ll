; RUN: not wherry-opt -passes=mark-work-group-code -disable-output %s 2>&1 | FileCheck %s
; OpenCL C 6.11.i: no recursion. A function that must be inlined cannot call itself: the build fails, and the message
; names the function as the source does.

; CHECK: error: {{.*}}'{{walk|step}}(int)'{{.*}}recursion
define spir_func void @_Z4walki(i32 %depth) {
  %id = call i64 @__wherry_local_id(i32 0)
  call spir_func void @_Z4stepi(i32 %depth)
  ret void
}

define spir_func void @_Z4stepi(i32 %depth) {
  call spir_func void @_Z4walki(i32 %depth)
  ret void
}

define spir_kernel void @kernel() {
  call spir_func void @_Z4walki(i32 3)
  ret void
}

declare i64 @__wherry_local_id(i32)
