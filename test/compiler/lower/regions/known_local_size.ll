; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; Where the local size is known (reqd_work_group_size, or a variant for one launch), the loops' bounds are constants, and
; the group's context is not read for them.

; CHECK-LABEL: define void @wg.known(
; CHECK-NOT:   getelementptr inbounds i8, ptr %context, i64 {{32|40|48}}
; CHECK-DAG:   icmp ult i64 %{{.*}}, 8, !wherry.item_loop
; CHECK-DAG:   icmp ult i64 %{{[^,]*}}, 4{{$}}
; CHECK-DAG:   icmp ult i64 %{{[^,]*}}, 2{{$}}
define void @wg.known(ptr %args, ptr %context) "wherry-kernel"="known" "wherry-local-size"="8,4,2" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %place = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 1, ptr addrspace(1) %place
  ret void
}

; Another kernel's size is its own: here the loops ask the context.
; CHECK-LABEL: define void @wg.any(
; CHECK-DAG:   getelementptr inbounds i8, ptr %context, i64 32
; CHECK-DAG:   getelementptr inbounds i8, ptr %context, i64 40
; CHECK-DAG:   getelementptr inbounds i8, ptr %context, i64 48
define void @wg.any(ptr %args, ptr %context) "wherry-kernel"="any" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %place = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 1, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
