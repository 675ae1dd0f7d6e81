; RUN: wherry-opt -passes='function(loop-copies),verify' %s | FileCheck %s
; A copy from the array.

; CHECK-LABEL: @wg.out(
; CHECK-NOT:     memcpy
; CHECK:       copies:
; CHECK:         icmp ne i64 %copied, %n
; CHECK:       copy:
; CHECK:         %[[MOVED:.*]] = load i16, ptr %{{.*}}, align 2
; CHECK:         store i16 %[[MOVED]], ptr addrspace(1) %{{.*}}, align 2
define void @wg.out(ptr addrspace(1) %out, i64 %index, i32 %short) #0 {
entry:
  %array = alloca [48 x i16], align 8
  %at = getelementptr i16, ptr %array, i64 %index
  %n = zext i32 %short to i64
  %bytes = shl i64 %n, 1
  store i16 1, ptr %at, align 2
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 8 %out, ptr align 8 %array, i64 %bytes, i1 false)
  ret void
}

declare void @llvm.memcpy.p1.p0.i64(ptr addrspace(1), ptr, i64, i1)
attributes #0 = { "wherry-kernel"="copy" }
