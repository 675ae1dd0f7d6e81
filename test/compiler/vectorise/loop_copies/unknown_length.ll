; RUN: wherry-opt -passes='function(loop-copies),verify' %s | FileCheck %s
; A copy to an indexed private array, of a length that is no constant: a loop that counts elements, of the array's type,
; to the number that was scaled, or to the length by the element's size where that number's upper bits may get lost.

; CHECK-LABEL: @wg.scaled(
; CHECK-NOT:     memcpy
; CHECK:         %wide = zext i32 %n to i64
; CHECK:         br label %copies
; CHECK:       copies:
; CHECK-NEXT:    %copied = phi i64 [ 0, %entry ], [ %[[NEXT:.*]], %copy ]
; CHECK-NEXT:    %[[MORE:.*]] = icmp ne i64 %copied, %wide
; CHECK-NEXT:    br i1 %[[MORE]], label %copy, label %[[AFTER:.*]]
; CHECK:       copy:
; CHECK-NEXT:    %[[FROM:.*]] = getelementptr inbounds float, ptr addrspace(1) %in, i64 %copied
; CHECK-NEXT:    %[[TO:.*]] = getelementptr inbounds float, ptr %array, i64 %copied
; CHECK-NEXT:    %[[MOVED:.*]] = load float, ptr addrspace(1) %[[FROM]], align 4
; CHECK-NEXT:    store float %[[MOVED]], ptr %[[TO]], align 4
; CHECK-NEXT:    %[[NEXT]] = add nuw nsw i64 %copied, 1
; CHECK-NEXT:    br label %copies
define float @wg.scaled(ptr addrspace(1) %in, i64 %index, i32 %n) #0 {
entry:
  %array = alloca [512 x float], align 4
  %wide = zext i32 %n to i64
  %bytes = shl i64 %wide, 2
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %array, ptr addrspace(1) align 4 %in, i64 %bytes, i1 false)
  %at = getelementptr float, ptr %array, i64 %index
  %value = load float, ptr %at, align 4
  ret float %value
}

; CHECK-LABEL: @wg.lost.bits(
; CHECK-NOT:     memcpy
; CHECK:         %elements = lshr exact i64 %bytes, 2
; CHECK:         icmp ne i64 %copied, %elements
define float @wg.lost.bits(ptr addrspace(1) %in, i64 %index, i64 %n) #0 {
entry:
  %array = alloca [512 x float], align 4
  %bytes = shl i64 %n, 2
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %array, ptr addrspace(1) align 4 %in, i64 %bytes, i1 false)
  %at = getelementptr float, ptr %array, i64 %index
  %value = load float, ptr %at, align 4
  ret float %value
}

declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
attributes #0 = { "wherry-kernel"="copy" }
