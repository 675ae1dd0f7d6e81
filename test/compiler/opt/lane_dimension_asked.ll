; RUN: wherry-opt -passes=choose-lane-dimension %s 2>/dev/null | FileCheck %s
; A kernel that takes its id of dimension 1 alone is launched with one work-item in dimension 0: lanes go along
; dimension 1, whatever it reaches, and also where the local size is not known. Not where the ids' order is asked for.

; CHECK:       define void @wg.gathers(ptr %args, ptr %context) #[[GATHERS:[0-9]+]]
; CHECK:       define void @wg.ordered(ptr %args, ptr %context) #[[ORDERED:[0-9]+]]
; CHECK:       attributes #[[GATHERS]] = {{.*}}"wherry-lane-dimension"="1"
; CHECK-NOT:   attributes #[[ORDERED]] = {{.*}}"wherry-lane-dimension"
define void @wg.gathers(ptr %args, ptr %context) "wherry-kernel"="gathers" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %y = call i64 @__wherry_local_id(i32 1)
  %row = mul i64 %y, 1024
  %place = getelementptr float, ptr addrspace(1) %out, i64 %row
  store float 1.0, ptr addrspace(1) %place
  ret void
}

define void @wg.ordered(ptr %args, ptr %context) "wherry-kernel"="ordered" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %y = call i64 @__wherry_local_id(i32 1)
  %item = call i64 @__wherry_item()
  %row = mul i64 %y, 1024
  %index = add i64 %row, %item
  %place = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float 1.0, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare i64 @__wherry_item() nounwind speculatable willreturn memory(none)

!0 = !{}
