; RUN: wherry-opt -passes='function(loop-copies),verify' %s | FileCheck %s
; Copies stay of a structure that is assigned, that may end in an element, that are volatile, or whose array is used otherwise, too.

%table = type { [512 x i32] }

; CHECK-LABEL: @wg.assigned(
; CHECK:         call void @llvm.memcpy
define i32 @wg.assigned(ptr addrspace(1) %in, i64 %index) #0 {
  %structure = alloca %table, align 4
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %structure, ptr addrspace(1) align 4 %in, i64 2048, i1 false)
  %at = getelementptr i32, ptr %structure, i64 %index
  %value = load i32, ptr %at, align 4
  ret i32 %value
}

; CHECK-LABEL: @wg.bytes(
; CHECK:         call void @llvm.memcpy
define i32 @wg.bytes(ptr addrspace(1) %in, i64 %index, i64 %bytes) #0 {
  %array = alloca [512 x i32], align 4
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %array, ptr addrspace(1) align 4 %in, i64 %bytes, i1 false)
  %at = getelementptr i32, ptr %array, i64 %index
  %value = load i32, ptr %at, align 4
  ret i32 %value
}

; CHECK-LABEL: @wg.volatile(
; CHECK:         call void @llvm.memcpy
define i32 @wg.volatile(ptr addrspace(1) %in, i64 %index, i32 %n) #0 {
  %array = alloca [512 x i32], align 4
  %wide = zext i32 %n to i64
  %bytes = shl i64 %wide, 2
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %array, ptr addrspace(1) align 4 %in, i64 %bytes, i1 true)
  %at = getelementptr i32, ptr %array, i64 %index
  %value = load i32, ptr %at, align 4
  ret i32 %value
}

; CHECK-LABEL: @wg.two.sizes(
; CHECK:         call void @llvm.memcpy
define i32 @wg.two.sizes(ptr addrspace(1) %in, i64 %index, i32 %n) #0 {
  %array = alloca [512 x i32], align 4
  %wide = zext i32 %n to i64
  %bytes = shl i64 %wide, 2
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %array, ptr addrspace(1) align 4 %in, i64 %bytes, i1 false)
  %byte = load i8, ptr %array, align 1
  %at = getelementptr i32, ptr %array, i64 %index
  %value = load i32, ptr %at, align 4
  ret i32 %value
}

declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
attributes #0 = { "wherry-kernel"="copy" }
