; RUN: wherry-opt -passes=choose-lane-dimension %s 2>/dev/null | FileCheck %s
; The choice is a fact of the kernel: the code, its ids and its other facts stay. A function that is no kernel has no lanes.

; CHECK-LABEL: define void @wg.turned(
; CHECK-NEXT:    %out = load ptr addrspace(1), ptr %args
; CHECK-NEXT:    %x = call i64 @__wherry_local_id(i32 0)
; CHECK-NEXT:    %y = call i64 @__wherry_local_id(i32 1)
; CHECK-NEXT:    %row = mul i64 %x, 1024
; CHECK-NEXT:    %index = add i64 %row, %y
; CHECK-NEXT:    %place = getelementptr float, ptr addrspace(1) %out, i64 %index
; CHECK-NEXT:    store float 1.000000e+00, ptr addrspace(1) %place
; CHECK-NEXT:    ret void
; CHECK-LABEL: define void @helper(ptr addrspace(1) %out) {
; CHECK:       attributes #{{[0-9]+}} = { "wherry-kernel"="turned" "wherry-lane-dimension"="1" "wherry-local-size"="8,8,1" }
define void @wg.turned(ptr %args, ptr %context) "wherry-kernel"="turned" "wherry-local-size"="8,8,1" {
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %row = mul i64 %x, 1024
  %index = add i64 %row, %y
  %place = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float 1.0, ptr addrspace(1) %place
  ret void
}

define void @helper(ptr addrspace(1) %out) {
  %x = call i64 @__wherry_local_id(i32 0)
  %row = mul i64 %x, 1024
  %place = getelementptr float, ptr addrspace(1) %out, i64 %row
  store float 1.0, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
