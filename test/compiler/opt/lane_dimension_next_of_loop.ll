; RUN: wherry-opt -passes=choose-lane-dimension %s 2>/dev/null | FileCheck %s
; Work-items that follow each other in dimension 1 store side by side, through the loop's next value: lanes go along
; dimension 1, as they do where the store goes through the phi.

; CHECK:       define void @wg.phi(ptr %args, ptr %context) #[[PHI:[0-9]+]]
; CHECK:       define void @wg.next(ptr %args, ptr %context) #[[NEXT:[0-9]+]]
; CHECK:       attributes #[[PHI]] = {{.*}}"wherry-lane-dimension"="1"
; CHECK:       attributes #[[NEXT]] = {{.*}}"wherry-lane-dimension"="1"
define void @wg.phi(ptr %args, ptr %context) "wherry-kernel"="phi" "wherry-regroupable" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %column = shl i64 %x, 12
  %from = or disjoint i64 %column, %y
  br label %loop
loop:
  %i = phi i64 [ %from, %entry ], [ %next, %loop ]
  %next = add i64 %i, 4096
  %place = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float 1.0, ptr addrspace(1) %place
  %more = icmp ult i64 %next, 65536
  br i1 %more, label %loop, label %done
done:
  ret void
}

define void @wg.next(ptr %args, ptr %context) "wherry-kernel"="next" "wherry-regroupable" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %column = shl i64 %x, 12
  %from = or disjoint i64 %column, %y
  br label %loop
loop:
  %i = phi i64 [ %from, %entry ], [ %next, %loop ]
  %from.place = getelementptr float, ptr addrspace(1) %out, i64 %i
  %value = load float, ptr addrspace(1) %from.place
  %next = add i64 %i, 4096
  %place = getelementptr float, ptr addrspace(1) %out, i64 %next
  store float %value, ptr addrspace(1) %place
  %more = icmp ult i64 %next, 65536
  br i1 %more, label %loop, label %done
done:
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
