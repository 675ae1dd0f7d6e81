; RUN: wherry-opt -passes=relate-indices,verify %s | FileCheck %s
; CHECK-NOT: wraps

; Loads alone.
; CHECK-LABEL: @wg.loads(
define void @wg.loads(ptr addrspace(1) %a, ptr addrspace(1) %out, i32 %base, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum.next, %loop ]
  %here = add i32 %base, %i
  %here.wide = sext i32 %here to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %here.wide
  %own = load float, ptr addrspace(1) %p, align 4
  %ahead = add i32 %here, 1
  %ahead.wide = sext i32 %ahead to i64
  %q = getelementptr float, ptr addrspace(1) %a, i64 %ahead.wide
  %last = load float, ptr addrspace(1) %q, align 4
  %both = fadd float %own, %last
  %sum.next = fadd float %sum, %both
  %i.next = add nuw i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %done

done:
  store float %sum.next, ptr addrspace(1) %out, align 4
  ret void
}

; Another array, which may or may not overlap.
; CHECK-LABEL: @wg.arrays(
define void @wg.arrays(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %base, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %here = add i32 %base, %i
  %here.wide = sext i32 %here to i64
  %p = getelementptr float, ptr addrspace(1) %b, i64 %here.wide
  %ahead = add i32 %here, 1
  %ahead.wide = sext i32 %ahead to i64
  %q = getelementptr float, ptr addrspace(1) %a, i64 %ahead.wide
  %last = load float, ptr addrspace(1) %q, align 4
  store float %last, ptr addrspace(1) %p, align 4
  %i.next = add nuw i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %done

done:
  ret void
}

; The distance is not known.
; CHECK-LABEL: @wg.distance(
define void @wg.distance(ptr addrspace(1) %a, i32 %base, i32 %other, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %here = add i32 %base, %i
  %here.wide = sext i32 %here to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %here.wide
  %ahead = add i32 %other, %i
  %ahead.wide = sext i32 %ahead to i64
  %q = getelementptr float, ptr addrspace(1) %a, i64 %ahead.wide
  %last = load float, ptr addrspace(1) %q, align 4
  store float %last, ptr addrspace(1) %p, align 4
  %i.next = add nuw i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %done

done:
  ret void
}

; The number of iterations is not known.
; CHECK-LABEL: @wg.ends(
define void @wg.ends(ptr addrspace(1) %a, i32 %base) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %here = add i32 %base, %i
  %here.wide = sext i32 %here to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %here.wide
  %ahead = add i32 %here, 1
  %ahead.wide = sext i32 %ahead to i64
  %q = getelementptr float, ptr addrspace(1) %a, i64 %ahead.wide
  %last = load float, ptr addrspace(1) %q, align 4
  store float %last, ptr addrspace(1) %p, align 4
  %i.next = add nuw i32 %i, 1
  %more = fcmp une float %last, 0.0
  br i1 %more, label %loop, label %done

done:
  ret void
}
