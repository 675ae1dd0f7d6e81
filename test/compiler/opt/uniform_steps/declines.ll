; RUN: wherry-opt -passes=uniform-steps,verify %s 2>&1 | FileCheck %s
; A phi stays if each work-item adds something else, if it is the same for all, if no barrier is in the loop, or if not all
; work-items leave the loop together: that a remark says.

; CHECK:     remark: each work-item keeps 'p' over the loop's work-group operations: here some work-items may leave
; CHECK-NOT: remark
; CHECK-NOT: offset

define void @wg.other_steps(ptr dereferenceable(24) align 8 %args, ptr %context) "wherry-kernel"="other_steps" {
entry:
  %n = load i64, ptr %args, !invariant.load !0
  %id = call i64 @__wherry_local_id(i32 0)
  br label %tile

tile:
  %i = phi i64 [ 0, %entry ], [ %i.next, %tile ]
  %p = phi i64 [ %id, %entry ], [ %p.next, %tile ]
  call void @use(i64 %p)
  call void @__wherry_barrier(i32 1)
  %p.next = add i64 %p, %id
  %i.next = add i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %tile, label %end

end:
  ret void
}

define void @wg.uniform(ptr dereferenceable(24) align 8 %args, ptr %context) "wherry-kernel"="uniform" {
entry:
  %n = load i64, ptr %args, !invariant.load !0
  %id = call i64 @__wherry_local_id(i32 0)
  br label %tile

tile:
  %i = phi i64 [ 0, %entry ], [ %i.next, %tile ]
  %p = phi i64 [ %n, %entry ], [ %p.next, %tile ]
  call void @use(i64 %p)
  call void @__wherry_barrier(i32 1)
  %p.next = add i64 %p, %n
  %i.next = add i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %tile, label %end

end:
  ret void
}

define void @wg.no_barrier(ptr dereferenceable(24) align 8 %args, ptr %context) "wherry-kernel"="no_barrier" {
entry:
  %n = load i64, ptr %args, !invariant.load !0
  %id = call i64 @__wherry_local_id(i32 0)
  br label %tile

tile:
  %i = phi i64 [ 0, %entry ], [ %i.next, %tile ]
  %p = phi i64 [ %id, %entry ], [ %p.next, %tile ]
  call void @use(i64 %p)
  %p.next = add i64 %p, %n
  %i.next = add i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %tile, label %end

end:
  ret void
}

define void @wg.divergent_exit(ptr dereferenceable(24) align 8 %args, ptr %context) "wherry-kernel"="divergent_exit" {
entry:
  %n = load i64, ptr %args, !invariant.load !0
  %id = call i64 @__wherry_local_id(i32 0)
  br label %tile

tile:
  %i = phi i64 [ 0, %entry ], [ %i.next, %tile ]
  %p = phi i64 [ %id, %entry ], [ %p.next, %tile ]
  call void @use(i64 %p)
  call void @__wherry_barrier(i32 1)
  %p.next = add i64 %p, %n
  %i.next = add i64 %i, 1
  %more = icmp slt i64 %p.next, %n
  br i1 %more, label %tile, label %end

end:
  ret void
}

declare void @use(i64)
declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn

!0 = !{}
