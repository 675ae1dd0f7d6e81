; RUN: wherry-opt -passes=choose-lane-dimension %s 2>&1 | FileCheck %s
; A work-group function or the work-item's linear number ties the order of work-items to dimension 0; a barrier does not.
; Nor is a known size turned that leaves lanes empty.

; CHECK:       remark: lanes along dimension 0, though {{.*}} dimension 1 {{.*}}: the call of '__wherry_item' takes
; CHECK-NEXT:  remark: lanes along dimension 0, though {{.*}}: work-groups have too few work-items along it
; CHECK-NEXT:  remark: lanes along dimension 0, though {{.*}}: the call of '__wherry_scan' takes work-items in their order
; CHECK-NOT:   remark
; CHECK:       define void @wg.barrier({{.*}} #[[BARRIER:[0-9]+]] {
; CHECK:       attributes #[[BARRIER]] = {{.*}} "wherry-lane-dimension"="1"
; CHECK-NOT:   "wherry-lane-dimension"
define void @wg.barrier(ptr %args, ptr %context) "wherry-kernel"="barrier" "wherry-local-size"="8,8,1" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %row = mul i64 %x, 1024
  %index = add i64 %row, %y
  %place = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float 1.0, ptr addrspace(1) %place
  call void @__wherry_barrier(i32 1)
  ret void
}

define void @wg.item(ptr %args, ptr %context) "wherry-kernel"="item" "wherry-local-size"="8,8,1" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %row = mul i64 %x, 1024
  %index = add i64 %row, %y
  %place = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float 1.0, ptr addrspace(1) %place
  %item = call i64 @__wherry_item()
  ret void
}

define void @wg.flat(ptr %args, ptr %context) "wherry-kernel"="flat" "wherry-local-size"="64,4,1" {
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

define void @wg.scan(ptr %args, ptr %context) "wherry-kernel"="scan" "wherry-local-size"="8,8,1" {
entry:
  %value = alloca i64
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %row = mul i64 %x, 1024
  %index = add i64 %row, %y
  %place = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float 1.0, ptr addrspace(1) %place
  call void @__wherry_scan(ptr %value, i32 105, i32 43, i32 1)
  ret void
}

declare void @__wherry_scan(ptr, i32, i32, i32) convergent nounwind willreturn
declare void @__wherry_barrier(i32) convergent nounwind willreturn
declare i64 @__wherry_item() nounwind speculatable willreturn memory(none)
declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
