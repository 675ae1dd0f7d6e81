; RUN: wherry-opt -passes='function(split-copies),verify' %s 2>&1 | FileCheck %s
; A copy of a length that is no constant, but a whole number of elements: what LLVM makes of a loop over elements. Not
; of a length that may end in an element.

; CHECK:       remark: 'variable' is not interleaved by work-items: its bytes are moved here by an operation that cannot
; CHECK-NOT:   remark
; CHECK-LABEL: @elements(
; CHECK-NOT:   call void @llvm.memcpy
; CHECK:       %[[SOME:.*]] = icmp ne i64 %bytes, 0
; CHECK-NEXT:  br i1 %[[SOME]], label %copy, label %[[AFTER:.*]]
; CHECK:     copy:
; CHECK:       %copied = phi i64 [ 0, %0 ], [ %[[NEXT:.*]], %copy ]
; CHECK:       %[[VALUE:.*]] = load i32, ptr addrspace(1)
; CHECK:       store i32 %[[VALUE]], ptr
; CHECK:       %[[NEXT]] = add nuw i64 %copied, 4
; CHECK:       %[[MORE:.*]] = icmp ult i64 %[[NEXT]], %bytes
; CHECK-NEXT:  br i1 %[[MORE]], label %copy, label %[[AFTER]]
define i32 @elements(ptr addrspace(1) %in, i64 %index, i32 %n) {
  %variable = alloca [512 x i32], align 4
  %wide = zext i32 %n to i64
  %bytes = shl i64 %wide, 2
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %variable, ptr addrspace(1) align 4 %in, i64 %bytes, i1 false)
  %at = getelementptr i32, ptr %variable, i64 %index
  %value = load i32, ptr %at, align 4
  ret i32 %value
}

; CHECK-LABEL: @bytes(
; CHECK:       call void @llvm.memcpy
define i32 @bytes(ptr addrspace(1) %in, i64 %index, i32 %n) {
  %variable = alloca [512 x i32], align 4
  %wide = zext i32 %n to i64
  %bytes = shl i64 %wide, 1
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %variable, ptr addrspace(1) align 4 %in, i64 %bytes, i1 false)
  %at = getelementptr i32, ptr %variable, i64 %index
  %value = load i32, ptr %at, align 4
  ret i32 %value
}
