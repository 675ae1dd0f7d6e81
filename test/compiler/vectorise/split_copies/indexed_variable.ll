; RUN: wherry-opt -passes='function(split-copies),verify' %s | FileCheck %s
; A variable that is indexed is filled from each work-item's own memory, and copied out: both copies are made by elements.

; CHECK-LABEL: @copies(
; CHECK-NOT:   call void @llvm.memcpy
; CHECK:       %[[FIRST:.*]] = load i32, ptr addrspace(1) %{{.*}}, align 8
; CHECK:       store i32 %[[FIRST]], ptr %{{.*}}, align 16
; CHECK:       load i32, ptr addrspace(1) %{{.*}}, align 4
; CHECK:       %at = getelementptr i32, ptr %variable, i64 %index
; CHECK:       load i32, ptr %{{.*}}, align 16
; CHECK:       store i32 %{{.*}}, ptr addrspace(1) %{{.*}}, align 4
; CHECK:       ret i32
define i32 @copies(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %index) {
  %variable = alloca [2 x i32], align 16
  call void @llvm.memcpy.p0.p1.i64(ptr align 16 %variable, ptr addrspace(1) align 8 %in, i64 8, i1 false)
  %at = getelementptr i32, ptr %variable, i64 %index
  %value = load i32, ptr %at, align 4
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 4 %out, ptr align 16 %variable, i64 8, i1 false)
  ret i32 %value
}

; Two variables, of which one is copied to the other.
; CHECK-LABEL: @between(
; CHECK-NOT:   call void @llvm.memcpy
; CHECK:       ret i16
define i16 @between(i64 %index) {
  %a = alloca [4 x i16], align 2
  %b = alloca [4 x i16], align 2
  %at = getelementptr i16, ptr %a, i64 %index
  store i16 7, ptr %at, align 2
  call void @llvm.memcpy.p0.p0.i64(ptr align 2 %b, ptr align 2 %a, i64 8, i1 false)
  %from = getelementptr i16, ptr %b, i64 %index
  %value = load i16, ptr %from, align 2
  ret i16 %value
}
