; RUN: opt -passes=loop-vectorize -S %s | FileCheck %s
; That %i - %d does not wrap around holds for the lanes only for which %inside does. LLVM computes the address of a masked
; store from lane 0, for which it may wrap around, and checks no more than %i for it. Once LLVM checks %d too, or scatters,
; it has mended the fault, and codegen/workarounds/keep_loop_vectoriser_out can go.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @bound(
; CHECK:       vector.scevcheck:
; CHECK-NOT:   %d
; CHECK:       vector.body:
; CHECK:       %[[FIRST:.*]] = sub {{.*}}i32 %{{.*}}, %d
; CHECK-NEXT:  %[[INDEX:.*]] = sext i32 %[[FIRST]] to i64
; CHECK-NEXT:  %[[PLACE:.*]] = getelementptr i32, ptr %out, i64 %[[INDEX]]
; CHECK-NEXT:  call void @llvm.masked.store.v8i32.p0({{.*}}, ptr align 4 %[[PLACE]],
define void @bound(ptr %out, i64 %begin, i32 %n, i32 %d, i64 %size) "target-cpu"="x86-64-v3" {
entry:
  br label %loop

loop:
  %x = phi i64 [ 0, %entry ], [ %next, %end ]
  %id = add i64 %begin, %x
  %i = trunc i64 %id to i32
  %inside = icmp slt i32 %n, %i
  br i1 %inside, label %body, label %end

body:
  %index = sub nsw i32 %i, %d
  %wide = sext i32 %index to i64
  %place = getelementptr i32, ptr %out, i64 %wide
  store i32 %i, ptr %place, align 4, !llvm.access.group !1
  br label %end

end:
  %next = add nuw nsw i64 %x, 1
  %done = icmp eq i64 %next, %size
  br i1 %done, label %exit, label %loop, !llvm.loop !0

exit:
  ret void
}

!0 = distinct !{!0, !2}
!1 = distinct !{}
!2 = !{!"llvm.loop.parallel_accesses", !1}
