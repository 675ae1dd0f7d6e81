; RUN: wherry-opt -passes=relate-indices,verify %s | FileCheck %s
; Unsigned indices that go down by two: the last one is not below 0. The value that leaves the loop comes from either
; copy.

; CHECK-LABEL: @wg.down(
; CHECK:         %[[LEAST:.*]] = freeze i32
; CHECK:         %[[FIRST:.*]] = zext i32 %[[LEAST]] to i64
; CHECK:         %[[END:.*]] = add i64 %[[FIRST]], %{{.*}}
; CHECK:         %[[MOST:.*]] = add i64 %[[FIRST]], 2
; CHECK:         icmp sle i64 %[[MOST]], 4294967295
; CHECK:         icmp sge i64 %[[END]], 0
; CHECK:       loop:
; CHECK-NEXT:    %[[INDEX:.*]] = phi i64 [ %[[FIRST]], %{{.*}} ], [ %{{.*}}, %loop ]
; CHECK-NOT:     zext
; CHECK:         add nsw i64 %[[INDEX]], -2
; CHECK:       done:
; CHECK-NEXT:    %[[LAST:.*]] = phi float [ %sum, %loop ], [ %sum.wraps, %loop.wraps ]
; CHECK-NEXT:    store float %[[LAST]], ptr addrspace(1) %out
define void @wg.down(ptr addrspace(1) %a, ptr addrspace(1) %out, i32 %base, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %here = phi i32 [ %base, %entry ], [ %here.next, %loop ]
  %here.wide = zext i32 %here to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %here.wide
  %own = load float, ptr addrspace(1) %p, align 4
  %ahead = add i32 %here, 2
  %ahead.wide = zext i32 %ahead to i64
  %q = getelementptr float, ptr addrspace(1) %a, i64 %ahead.wide
  %last = load float, ptr addrspace(1) %q, align 4
  %sum = fadd float %own, %last
  store float %sum, ptr addrspace(1) %p, align 4
  %here.next = add i32 %here, -2
  %i.next = add nuw i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %done

done:
  store float %sum, ptr addrspace(1) %out, align 4
  ret void
}
