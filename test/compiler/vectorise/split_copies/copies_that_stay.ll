; RUN: wherry-opt -passes='function(split-copies),verify' %s 2>&1 | FileCheck %s
; Elements of two sizes; a copy of part of an element; a table, which is the same for all; a volatile copy; a variable of
; the work-group's; none that is indexed.

; CHECK:       remark: 'variable' is not interleaved by work-items: its bytes are moved here by an operation that cannot
; CHECK-NEXT:  remark: 'variable' is not interleaved by work-items
; CHECK-NOT:   remark
@table = internal addrspace(2) constant [2 x i32] [i32 1, i32 2]

; CHECK-LABEL: @two_sizes(
; CHECK:       call void @llvm.memcpy
define i32 @two_sizes(ptr addrspace(1) %in, i64 %index) {
  %variable = alloca [2 x i32], align 4
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %variable, ptr addrspace(1) align 4 %in, i64 8, i1 false)
  %half = getelementptr i16, ptr %variable, i64 %index
  store i16 1, ptr %half, align 2
  %at = getelementptr i32, ptr %variable, i64 %index
  %value = load i32, ptr %at, align 4
  ret i32 %value
}

; CHECK-LABEL: @part(
; CHECK:       call void @llvm.memcpy
define i32 @part(ptr addrspace(1) %in, i64 %index) {
  %variable = alloca [2 x i32], align 4
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %variable, ptr addrspace(1) align 4 %in, i64 6, i1 false)
  %at = getelementptr i32, ptr %variable, i64 %index
  %value = load i32, ptr %at, align 4
  ret i32 %value
}

; CHECK-LABEL: @table_of_all(
; CHECK:       call void @llvm.memcpy
define i32 @table_of_all(i64 %index) {
  %variable = alloca [2 x i32], align 4
  call void @llvm.memcpy.p0.p2.i64(ptr align 4 %variable, ptr addrspace(2) align 4 @table, i64 8, i1 false)
  %at = getelementptr i32, ptr %variable, i64 %index
  %value = load i32, ptr %at, align 4
  ret i32 %value
}

; CHECK-LABEL: @volatile(
; CHECK:       call void @llvm.memcpy
define i32 @volatile(ptr addrspace(1) %in, i64 %index) {
  %variable = alloca [2 x i32], align 4
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %variable, ptr addrspace(1) align 4 %in, i64 8, i1 true)
  %at = getelementptr i32, ptr %variable, i64 %index
  %value = load i32, ptr %at, align 4
  ret i32 %value
}

; CHECK-LABEL: @shared(
; CHECK:       call void @llvm.memcpy
define i32 @shared(ptr addrspace(1) %in, i64 %index) {
  %variable = alloca [2 x i32], align 4, !wherry.shared !0
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %variable, ptr addrspace(1) align 4 %in, i64 8, i1 false)
  %at = getelementptr i32, ptr %variable, i64 %index
  %value = load i32, ptr %at, align 4
  ret i32 %value
}

; CHECK-LABEL: @not_indexed(
; CHECK:       call void @llvm.memcpy
define void @not_indexed(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %variable = alloca [2 x i32], align 4
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %variable, ptr addrspace(1) align 4 %in, i64 8, i1 false)
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 4 %out, ptr align 4 %variable, i64 8, i1 false)
  ret void
}

!0 = !{}
