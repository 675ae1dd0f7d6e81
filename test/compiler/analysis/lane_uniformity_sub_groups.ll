; RUN: wherry-opt -passes='print<lane-uniformity>' -disable-output %s 2>&1 | FileCheck %s
; Sub-group operations: a reduction gives all lanes one result, a shuffle gives each its own. Loops that are not marked as
; item loops have no lanes.

; CHECK-LABEL: lane-uniformity of 'wg.k':
; CHECK-NEXT:    divergent %x
; CHECK-NEXT:    divergent %lane
; CHECK-NEXT:    divergent %other
; CHECK-NEXT:    divergent %x.next
; CHECK-NOT:     {{.}}
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %size = load i64, ptr %context, !invariant.load !0
  br label %items
items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items.next ], !wherry.item_loop !0
  %lane = call i32 @__wherry_sub_group_lane()
  %sum = call i64 @__wherry_sub_group_reduce(i64 %x, i32 109, i32 43)
  %other = call i64 @__wherry_sub_group_shuffle(i64 %x, i32 109, i32 3)
  br label %items.next
items.next:
  %x.next = add nuw nsw i64 %x, 1
  %more = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %more, label %items, label %done, !wherry.item_loop !0
done:
  br label %plain
plain:
  %i = phi i64 [ 0, %done ], [ %i.next, %plain ]
  %i.next = add i64 %i, 1
  %again = icmp ult i64 %i.next, %size
  br i1 %again, label %plain, label %end
end:
  ret void
}

declare i32 @__wherry_sub_group_lane() nounwind speculatable willreturn memory(none)
declare i64 @__wherry_sub_group_reduce(i64, i32, i32) convergent nounwind willreturn memory(none)
declare i64 @__wherry_sub_group_shuffle(i64, i32, i32) convergent nounwind willreturn memory(none)

!0 = !{}
