; RUN: wherry-opt -passes=check-other-bounds %s 2>/dev/null | FileCheck %s
; A texel that is written is compared with the extents of its level, the first one's where the image has no such level.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK:         %[[COUNT:.*]] = load i32, ptr %{{.*}}, align 4
; CHECK:         %[[NONE:.*]] = icmp uge i32 %level, %[[COUNT]]
; CHECK:         %[[LEVELS:.*]] = load ptr, ptr %{{.*}}, align 8
; CHECK:         %[[NUMBER:.*]] = select i1 %[[NONE]], i32 0, i32 %level
; CHECK:         %[[INDEX:.*]] = zext i32 %[[NUMBER]] to i64
; CHECK:         %[[LEVEL:.*]] = getelementptr [{{.*}} x i8], ptr %[[LEVELS]], i64 %[[INDEX]]
; CHECK:         getelementptr inbounds i8, ptr %[[LEVEL]], i64
; CHECK:         %[[OUTSIDE:.*]] = icmp uge i32 %x,
; CHECK:         or i1 %[[NONE]], %[[OUTSIDE]]
; CHECK:         call void @__wherry_report(
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !0 {
entry:
  %image = load ptr, ptr %args, !invariant.load !2
  %x = call i32 @number()
  %level = call i32 @number()
  call void @__wherry_image_store_int(ptr %image, i64 0, i32 2, i32 %x, i32 1, i32 0, i32 %level, i32 1, i32 2, i32 3, i32 4)
  ret void
}

declare i32 @number()
declare void @__wherry_image_store_int(ptr, i64, i32, i32, i32, i32, i32, i32, i32, i32, i32)

!0 = !{!1}
!1 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!2 = !{}
