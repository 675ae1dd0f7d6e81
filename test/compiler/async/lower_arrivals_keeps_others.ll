; RUN: wherry-opt -passes=lower-arrivals %s 2>/dev/null | FileCheck %s
; In a checked kernel without arrivals nothing changes, and beside arrivals the kernel's own calls and accesses stay in their
; order.

@site = private constant i32 0

; CHECK-LABEL: define void @wg.none(
; CHECK-NEXT:    %x = load volatile i64, ptr %args
; CHECK-NEXT:    call void @own(i64 %x)
; CHECK-NEXT:    ret void
; CHECK-LABEL: define void @wg.beside(
; CHECK:         load volatile i64, ptr %args
; CHECK:         call void %{{.*}}(ptr %context, ptr @site, i64 %x, ptr %{{.*}}, i32 0)
; CHECK-NEXT:    call void @own(i64 %x)
; CHECK-NEXT:    store volatile i64 %x, ptr %args
; CHECK-NEXT:    ret void
define void @wg.none(ptr %args, ptr %context) "wherry-kernel"="none" "wherry-checked" "wherry-regions"="1" {
  %x = load volatile i64, ptr %args
  call void @own(i64 %x)
  ret void
}

define void @wg.beside(ptr %args, ptr %context) "wherry-kernel"="beside" "wherry-checked" "wherry-regions"="1" {
  %x = load volatile i64, ptr %args
  call void (ptr, i64, ...) @__wherry_arrive(ptr @site, i64 %x)
  call void @own(i64 %x)
  store volatile i64 %x, ptr %args
  ret void
}

declare void @own(i64)
declare void @__wherry_arrive(ptr, i64, ...)
