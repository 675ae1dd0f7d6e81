; RUN: wherry-opt -passes='function(split-copies),verify' %s | FileCheck %s
; A copy of more than 32 elements becomes a loop.

; CHECK-LABEL: @copies(
; CHECK-NOT:   call void @llvm.memcpy
; CHECK:     copy:
; CHECK:       %copied = phi i64 [ 0, %0 ], [ %[[NEXT:.*]], %copy ]
; CHECK:       %[[VALUE:.*]] = load i64, ptr addrspace(1)
; CHECK:       store i64 %[[VALUE]], ptr
; CHECK:       %[[NEXT]] = add nuw i64 %copied, 8
; CHECK:       icmp ult i64 %[[NEXT]], 512
define i64 @copies(ptr addrspace(1) %in, i64 %index) {
  %variable = alloca [64 x i64], align 8
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %variable, ptr addrspace(1) align 8 %in, i64 512, i1 false)
  %at = getelementptr i64, ptr %variable, i64 %index
  %value = load i64, ptr %at, align 8
  ret i64 %value
}
