; RUN: wherry-opt -passes=check-races %s 2>/dev/null | FileCheck %s
; A pipe's end is used where a packet is moved or reserved, not where packets are counted. A packet goes to or comes from
; memory of the program's, unless the call fails.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.reads(
; CHECK:         %[[FAILED:.*]] = call i32 %read(
; CHECK:         call void @__wherry_race_pipe(ptr %{{.*}}, i64 %{{.*}}, i32 0)
; CHECK:         %[[DONE:.*]] = icmp eq i32 %[[FAILED]], 0
; CHECK:         %[[SIZE:.*]] = select i1 %[[DONE]], i32 4, i32 0
; CHECK:         %[[BYTES:.*]] = zext i32 %[[SIZE]] to i64
; CHECK:         %[[HOW:.*]] = or i64 %[[BYTES]],
; CHECK:         call void @__wherry_race_access(ptr %{{.*}}, i64 %{{.*}}, i64 %{{.*}}, i64 0, i32 64, i32 1, i32 1)
; CHECK:         call i64 %reserve(
; CHECK:         call void @__wherry_race_pipe(ptr %{{.*}}, i64 %{{.*}}, i32 1)
; CHECK:         call i32 %packets(
; CHECK-NOT:     @__wherry_race_pipe(
; CHECK:         ret void
define void @wg.reads(ptr %args, ptr %context) "wherry-kernel"="reads" !wherry.args !1 !kernel_arg_type_qual !3 {
entry:
  %pipe = load ptr addrspace(1), ptr %args, !invariant.load !0
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %out.at, !invariant.load !0
  %packet = addrspacecast ptr addrspace(1) %out to ptr addrspace(4)
  %calls = load ptr addrspace(1), ptr addrspace(1) %pipe
  %read = load ptr, ptr addrspace(1) %calls
  %failed = call i32 %read(ptr addrspace(1) %pipe, ptr addrspace(4) %packet, i32 4)
  %reserve.at = getelementptr i8, ptr addrspace(1) %calls, i64 16
  %reserve = load ptr, ptr addrspace(1) %reserve.at
  %id = call i64 %reserve(ptr addrspace(1) %pipe, i32 2, i32 1)
  %packets.at = getelementptr i8, ptr addrspace(1) %calls, i64 40
  %packets = load ptr, ptr addrspace(1) %packets.at
  %number = call i32 %packets(ptr addrspace(1) %pipe)
  ret void
}

!0 = !{}
!1 = !{!2, !4}
!2 = !{i32 0, i32 8, i32 8, i32 8, i1 true}
!3 = !{!"pipe", !""}
!4 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
