; RUN: wherry-opt -passes=choose-lane-dimension %s 2>/dev/null | FileCheck %s
; Loads alone do not turn the lanes: a transposition stores contiguously along dimension 0 and loads so along dimension 1,
; and a store that is scattered costs more. With more loads in a loop dimension 1 would be cheaper, but nothing is stored
; contiguously along it.

; CHECK-LABEL: define void @wg.transpose(
; CHECK-LABEL: define void @wg.sum(
; CHECK-NOT:   "wherry-lane-dimension"
define void @wg.transpose(ptr %args, ptr %context) "wherry-kernel"="transpose" "wherry-regroupable" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %column = mul i64 %x, 1024
  %from = add i64 %column, %y
  %source = getelementptr float, ptr addrspace(1) %out, i64 %from
  %value = load float, ptr addrspace(1) %source
  %row = mul i64 %y, 1024
  %to = add i64 %row, %x
  %place = getelementptr float, ptr addrspace(1) %out, i64 %to
  store float %value, ptr addrspace(1) %place
  ret void
}

define void @wg.sum(ptr %args, ptr %context) "wherry-kernel"="sum" "wherry-regroupable" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %column = mul i64 %x, 1024
  %from = add i64 %column, %y
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
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
