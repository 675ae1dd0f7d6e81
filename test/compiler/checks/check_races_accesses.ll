; RUN: wherry-opt -passes=check-races %s 2>/dev/null | FileCheck %s
; Before each access to memory that work-items share stand its address, its word (kind, site, work-item), its size and
; space (1 global, 3 local), what a store writes, the argument that a load reads of (64: it is no argument's, or
; written), its alignment, and whether it writes. Private memory, constants and what never changes are not asked about.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@table = internal addrspace(2) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]

; CHECK-LABEL: define void @wg.k(
; CHECK-SAME:    !wherry.race_sites
; CHECK:         %[[ITEM:.*]] = call i64 @__wherry_item()
; CHECK:         %[[SHIFTED:.*]] = shl i64 %[[ITEM]], 17
; CHECK:         %[[WORD:.*]] = or i64 %[[SHIFTED]], 0
; CHECK:         call void @__wherry_race_access(ptr %{{.*}}, i64 %[[WORD]], i64 281474976710660, i64 0, i32 0, i32 4, i32 0)
; CHECK-NEXT:    %value = load i32, ptr addrspace(1) %in
; CHECK:         call void @__wherry_race_access(ptr %{{.*}}, i64 %{{.*}}, i64 3096224743817220, i64 %{{.*}}, i32 64, i32 4, i32 1)
; CHECK-NEXT:    store i32 %value, ptr addrspace(3) %tile
; Of a vector of 16 bytes the sum of its words (abi.h).
; CHECK:         %[[WORDS:.*]] = bitcast <4 x i32> %vector to <2 x i64>
; CHECK:         %[[FIRST:.*]] = extractelement <2 x i64> %[[WORDS]], i64 0
; CHECK:         %[[ADDED:.*]] = add i64 0, %[[FIRST]]
; CHECK:         %[[SUM:.*]] = mul i64 %[[ADDED]], -7046029254386353131
; CHECK:         %[[SECOND:.*]] = extractelement <2 x i64> %[[WORDS]], i64 1
; CHECK:         %[[BOTH:.*]] = add i64 %[[SUM]], %[[SECOND]]
; CHECK:         %[[VALUE:.*]] = mul i64 %[[BOTH]], -7046029254386353131
; CHECK:         call void @__wherry_race_access(ptr %{{.*}}, i64 %{{.*}}, i64 2533274790395920, i64 %[[VALUE]], i32 64, i32 16, i32 1)
; CHECK-NEXT:    store <4 x i32>
; Of three numbers, whose last word ends in zeros.
; CHECK:         %[[THREE:.*]] = bitcast <3 x i32> %three to i96
; CHECK-NEXT:    %[[WIDE:.*]] = zext i96 %[[THREE]] to i128
; CHECK-NEXT:    bitcast i128 %[[WIDE]] to <2 x i64>
; CHECK:         call void @__wherry_race_access(ptr %{{.*}}, i64 %{{.*}}, i64 2533274790395916, i64 %{{.*}}, i32 64, i32 16, i32 1)
; CHECK-NEXT:    store <3 x i32>
; A load of what the kernel writes.
; CHECK:         call void @__wherry_race_access(ptr %{{.*}}, i64 %{{.*}}, i64 281474976710660, i64 0, i32 64, i32 4, i32 0)
; CHECK-NEXT:    load i32, ptr addrspace(1) %out
; A generic pointer tells its space.
; CHECK:         %[[SPACE:.*]] = call i32 @__wherry_space(ptr addrspace(4) %generic)
; CHECK:         call void @__wherry_race_access(
; CHECK-NEXT:    load i32, ptr addrspace(4) %generic
; CHECK-NOT:     @__wherry_race_access(
; CHECK:         ret void
; CHECK:       attributes {{.*}} "wherry-race-written"="2"
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %private = alloca i32
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %to_out, !invariant.load !0
  %to_tile = getelementptr inbounds i8, ptr %context, i64 56
  %tile = load ptr addrspace(3), ptr %to_tile, !invariant.load !0
  %value = load i32, ptr addrspace(1) %in
  store i32 %value, ptr addrspace(3) %tile
  %vector = insertelement <4 x i32> zeroinitializer, i32 %value, i64 0
  store <4 x i32> %vector, ptr addrspace(1) %out
  %three = insertelement <3 x i32> zeroinitializer, i32 %value, i64 0
  store <3 x i32> %three, ptr addrspace(1) %out
  %again = load i32, ptr addrspace(1) %out
  %generic = addrspacecast ptr addrspace(1) %in to ptr addrspace(4)
  %other = load i32, ptr addrspace(4) %generic
  store i32 %other, ptr %private
  %constant = load i32, ptr addrspace(2) @table
  ret void
}

!0 = !{}
!1 = !{!2, !3}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!3 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
