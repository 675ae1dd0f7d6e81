; RUN: wherry-opt -passes=split-dividends,verify %s | FileCheck %s
; A choice by an id differs between work-items, and one of two launch values is the same for all: neither is a branch.

; CHECK-LABEL: @wg.by_the_item(
; CHECK-NOT:     br i1
; CHECK-LABEL: @wg.of_arguments(
; CHECK-NOT:     br i1
; CHECK:         ret void
define void @wg.by_the_item(ptr align 128 dereferenceable(32) %args, ptr align 8 dereferenceable(264) %context) #0 {
entry:
  %out = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %width.place = getelementptr inbounds nuw i8, ptr %args, i64 8
  %width = load i64, ptr %width.place, align 8, !invariant.load !0
  %height.place = getelementptr inbounds nuw i8, ptr %args, i64 16
  %height = load i32, ptr %height.place, align 8, !invariant.load !0
  %rotated.place = getelementptr inbounds nuw i8, ptr %args, i64 24
  %rotated = load i32, ptr %rotated.place, align 8, !invariant.load !0
  %x = call i64 @__wherry_global_id(i32 0)
  %y = call i64 @__wherry_global_id(i32 1)
  %turned = icmp ne i64 %x, 0
  %first = select i1 %turned, i64 %y, i64 %x
  %second = select i1 %turned, i64 %x, i64 %y
  %column = urem i64 %first, %width
  %wide = zext i32 %height to i64
  %row = udiv i64 %second, %wide
  %sum = add i64 %column, %row
  %place = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 %sum, ptr addrspace(1) %place, align 8
  ret void
}

define void @wg.of_arguments(ptr align 128 dereferenceable(32) %args, ptr align 8 dereferenceable(264) %context) #0 {
entry:
  %out = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %width.place = getelementptr inbounds nuw i8, ptr %args, i64 8
  %width = load i64, ptr %width.place, align 8, !invariant.load !0
  %height.place = getelementptr inbounds nuw i8, ptr %args, i64 16
  %height = load i32, ptr %height.place, align 8, !invariant.load !0
  %rotated.place = getelementptr inbounds nuw i8, ptr %args, i64 24
  %rotated = load i32, ptr %rotated.place, align 8, !invariant.load !0
  %x = call i64 @__wherry_global_id(i32 0)
  %y = call i64 @__wherry_global_id(i32 1)
  %turned = icmp ne i32 %rotated, 0
  %first = select i1 %turned, i64 %width, i64 3
  %second = select i1 %turned, i64 5, i64 %width
  %column = urem i64 %first, %width
  %wide = zext i32 %height to i64
  %row = udiv i64 %second, %wide
  %sum = add i64 %column, %row
  %place = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 %sum, ptr addrspace(1) %place, align 8
  ret void
}

declare i64 @__wherry_global_id(i32)

attributes #0 = { "wherry-kernel"="pattern" }
!0 = !{}
