; RUN: wherry-opt -passes=uniform-steps,verify %s | FileCheck %s
; Indices go up, and down by a difference. The value behind the loop is a sum too; flags do not hold for the parts.

; CHECK-LABEL: @wg.k(
; CHECK:       tile:
; CHECK:         %up.offset = phi i32 [ 0, %start ], [ %[[UP_NEXT:.*]], %tile ]
; CHECK:         %down.offset = phi i32 [ 0, %start ], [ %[[DOWN_NEXT:.*]], %tile ]
; CHECK-DAG:     %[[A:.*]] = add i32 %x, %up.offset
; CHECK-DAG:     %[[B:.*]] = add i32 %x, %down.offset
; CHECK:         call void @use(i32 %[[A]], i32 %[[B]])
; CHECK:         call void @__wherry_barrier(
; CHECK:         %[[UP_NEXT]] = add i32 %up.offset, %n
; CHECK:         %[[DOWN_NEXT]] = sub i32 %down.offset, %n
; CHECK:         %[[LAST:.*]] = add i32 %x, %[[UP_NEXT]]
; CHECK:       end:
; CHECK:         phi i32 [ %[[LAST]], %tile ]
define void @wg.k(ptr dereferenceable(24) align 8 %args, ptr %context) "wherry-kernel"="k" {
entry:
  %n = load i32, ptr %args, !invariant.load !0
  br label %start

start:
  %id = call i64 @__wherry_local_id(i32 0)
  %x = trunc i64 %id to i32
  br label %tile

tile:
  %i = phi i32 [ 0, %start ], [ %i.next, %tile ]
  %up = phi i32 [ %x, %start ], [ %up.next, %tile ]
  %down = phi i32 [ %x, %start ], [ %down.next, %tile ]
  call void @use(i32 %up, i32 %down)
  call void @__wherry_barrier(i32 1)
  %up.next = add nsw i32 %n, %up
  %down.next = sub nsw i32 %down, %n
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %tile, label %end

end:
  %last = phi i32 [ %up.next, %tile ]
  call void @use(i32 %last, i32 0)
  ret void
}

declare void @use(i32, i32)
declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn

!0 = !{}
