; RUN: wherry-opt -passes=choose-lane-dimension %s 2>/dev/null | FileCheck %s
; Where dimension 0 is known to have size 1, lanes go along the first one that is wider, whatever the kernel does, barriers
; too; a group of one work-item has none.

; CHECK:       define void @wg.in_y(ptr %args, ptr %context) #[[IN_Y:[0-9]+]]
; CHECK:       define void @wg.in_z(ptr %args, ptr %context) #[[IN_Z:[0-9]+]]
; CHECK:       define void @wg.one(ptr %args, ptr %context) #[[ONE:[0-9]+]]
; CHECK:       attributes #[[IN_Y]] = {{.*}}"wherry-lane-dimension"="1"
; CHECK:       attributes #[[IN_Z]] = {{.*}}"wherry-lane-dimension"="2"
; CHECK:       attributes #[[ONE]] =
; CHECK-NOT:   "wherry-lane-dimension"
; CHECK-SAME:  "wherry-local-size"="1,1,1"
define void @wg.in_y(ptr %args, ptr %context) "wherry-kernel"="in_y" "wherry-local-size"="1,64,2" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %row = mul i64 %y, 1024
  %index = add i64 %row, %x
  %place = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float 1.0, ptr addrspace(1) %place
  call void @__wherry_barrier(i32 1)
  ret void
}

define void @wg.in_z(ptr %args, ptr %context) "wherry-kernel"="in_z" "wherry-local-size"="1,1,64" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %row = mul i64 %y, 1024
  %index = add i64 %row, %x
  %place = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float 1.0, ptr addrspace(1) %place
  ret void
}

define void @wg.one(ptr %args, ptr %context) "wherry-kernel"="one" "wherry-local-size"="1,1,1" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %row = mul i64 %x, 1024
  %index = add i64 %row, %y
  %place = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float 1.0, ptr addrspace(1) %place
  ret void
}

declare void @__wherry_barrier(i32) convergent nounwind willreturn
declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
