; RUN: wherry-opt -passes='print<work-item-uniformity>' -disable-output %s 2>&1 | FileCheck %s
; Values that depend on the local id are divergent; ids of the work-group and arguments are not.

; CHECK-LABEL: work-item-uniformity of 'wg.k':
; CHECK-NEXT:    divergent %x
; CHECK-NEXT:    divergent %index
; CHECK-NEXT:    divergent %place
; CHECK-NOT:     {{.}}
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %group = call i64 @__wherry_group_id(i32 0)
  %size = call i64 @__wherry_local_size(i32 0)
  %first = mul i64 %group, %size
  %index = add i64 %first, %x
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 1, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare i64 @__wherry_group_id(i32) nounwind speculatable willreturn memory(none)
declare i64 @__wherry_local_size(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
