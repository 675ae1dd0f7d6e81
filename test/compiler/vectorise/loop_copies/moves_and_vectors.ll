; RUN: wherry-opt -passes='function(loop-copies),verify' %s | FileCheck %s
; A copy of unknown length to an array of vectors is a loop of vectors, of the smallest access' size where there are
; vectors and elements. A memmove between variables that are distinct is a copy. Where the length changes in a loop around,
; the variable's size bounds it, by which that loop can be unrolled fully.

; CHECK-LABEL: @wg.vectors(
; CHECK-NOT:     memcpy
; CHECK:       copies:
; CHECK:         icmp ne i64 %copied, %wide
; CHECK:       copy:
; CHECK:         load <4 x float>, ptr addrspace(1) %{{.*}}, align 16
; CHECK:         store <4 x float> %{{.*}}, ptr %{{.*}}, align 16
define <4 x float> @wg.vectors(ptr addrspace(1) %in, i64 %index, i32 %n) #0 {
entry:
  %array = alloca [64 x <4 x float>], align 16
  %wide = zext i32 %n to i64
  %bytes = shl i64 %wide, 4
  call void @llvm.memcpy.p0.p1.i64(ptr align 16 %array, ptr addrspace(1) align 16 %in, i64 %bytes, i1 false)
  %at = getelementptr <4 x float>, ptr %array, i64 %index
  %value = load <4 x float>, ptr %at, align 16
  ret <4 x float> %value
}

; CHECK-LABEL: @wg.moved(
; CHECK-NOT:     memmove
; CHECK:         %[[MOST:.*]] = call i64 @llvm.umin.i64(i64 %{{.*}}, i64 64)
; CHECK:       copies:
; CHECK:         icmp ne i64 %copied, %[[MOST]]
; CHECK:       copy:
; CHECK:         load float, ptr %{{.*}}, align 4
; CHECK:         store float %{{.*}}, ptr %{{.*}}, align 4
define void @wg.moved(<8 x float> %row, ptr addrspace(1) %out) #0 {
entry:
  %array = alloca [8 x [8 x float]], align 4
  %vector = alloca <8 x float>, align 32
  store <8 x float> %row, ptr %vector, align 32
  br label %loop

loop:
  %to = phi ptr [ %array, %entry ], [ %next.to, %loop ]
  %bytes = phi i64 [ 32, %entry ], [ %fewer, %loop ]
  call void @llvm.memmove.p0.p0.i64(ptr align 4 %to, ptr align 4 %vector, i64 %bytes, i1 false)
  %first = load float, ptr %to, align 4
  store float %first, ptr addrspace(1) %out, align 4
  %next.to = getelementptr i8, ptr %to, i64 32
  %sum = add i64 %bytes, -4
  %fewer = and i64 %sum, 17179869180
  %more = icmp ne i64 %fewer, 0
  br i1 %more, label %loop, label %done

done:
  ret void
}

; A memmove within a variable stays.
; CHECK-LABEL: @wg.within(
; CHECK:         call void @llvm.memmove
define <4 x float> @wg.within(i64 %index, i64 %n) #0 {
entry:
  %array = alloca [64 x <4 x float>], align 16
  %bytes = shl i64 %n, 4
  %behind = getelementptr i8, ptr %array, i64 16
  call void @llvm.memmove.p0.p0.i64(ptr align 16 %array, ptr align 16 %behind, i64 %bytes, i1 false)
  %at = getelementptr <4 x float>, ptr %array, i64 %index
  %value = load <4 x float>, ptr %at, align 16
  ret <4 x float> %value
}

; A length that may end in a vector stays.
; CHECK-LABEL: @wg.part(
; CHECK:         call void @llvm.memcpy
define <4 x float> @wg.part(ptr addrspace(1) %in, i64 %index, i64 %n) #0 {
entry:
  %array = alloca [64 x <4 x float>], align 16
  %bytes = shl i64 %n, 3
  call void @llvm.memcpy.p0.p1.i64(ptr align 16 %array, ptr addrspace(1) align 16 %in, i64 %bytes, i1 false)
  %at = getelementptr <4 x float>, ptr %array, i64 %index
  %value = load <4 x float>, ptr %at, align 16
  ret <4 x float> %value
}

declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
attributes #0 = { "wherry-kernel"="copy" }
