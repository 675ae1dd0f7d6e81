; RUN: wherry-opt -passes=choose-lane-dimension %s 2>/dev/null | FileCheck %s
; Accesses in loops count for each iteration: here one scattered store along dimension 1 costs less than loads in a loop
; that would be gathers along dimension 0. The steps are seen through extensions, shifts and disjoint ors.

; CHECK:       define void @wg.deep(ptr %args, ptr %context) #[[DEEP:[0-9]+]]
; CHECK:       attributes #[[DEEP]] = {{.*}}"wherry-lane-dimension"="1"
define void @wg.deep(ptr %args, ptr %context) "wherry-kernel"="deep" "wherry-regroupable" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %narrow = trunc i64 %y to i32
  %wide = zext i32 %narrow to i64
  %column = shl i64 %x, 12
  %from = or disjoint i64 %column, %wide
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %index = add i64 %from, %i
  %source = getelementptr float, ptr addrspace(1) %out, i64 %index
  %value = load float, ptr addrspace(1) %source
  %next = add i64 %i, 4096
  %more = icmp ult i64 %next, 65536
  br i1 %more, label %loop, label %done
done:
  %row = mul i64 %y, 1024
  %to = add i64 %row, %x
  %place = getelementptr float, ptr addrspace(1) %out, i64 %to
  store float %value, ptr addrspace(1) %place
  %place.2 = getelementptr float, ptr addrspace(1) %out, i64 %from
  store float %value, ptr addrspace(1) %place.2
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
