; RUN: wherry-opt -passes=lower-arrivals %s 2>/dev/null | FileCheck %s
; Behind the regions, what check-async put in becomes calls of the runtime: an arrival's arguments packed as 64-bit numbers,
; a wait's handed on.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@site = private constant i32 0

; CHECK-LABEL: define void @wg.k(
; CHECK:         %[[NONE:.*]] = alloca [1 x i64]
; CHECK:         %[[PACKED:.*]] = alloca [2 x i64]
; CHECK:         store i64 %count, ptr %{{.*}}
; CHECK:         %[[SECOND:.*]] = getelementptr inbounds i64, ptr %[[PACKED]], i64 1
; CHECK:         store i64 7, ptr %[[SECOND]]
; CHECK:         getelementptr inbounds i8, ptr %{{.*}}, i64 48
; CHECK:         call void %{{.*}}(ptr %context, ptr @site, i64 %item, ptr %[[PACKED]], i32 2)
; CHECK:         call void %{{.*}}(ptr %context, ptr @site, i64 %item, ptr %[[NONE]], i32 0)
; CHECK:         getelementptr inbounds i8, ptr %{{.*}}, i64 56
; CHECK:         call void %{{.*}}(ptr %context, ptr @site, i64 %item, i32 1, ptr %args)
; CHECK-NOT:     call {{.*}}@__wherry_arrive
; CHECK:         ret void
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" "wherry-checked" "wherry-regions"="1" {
entry:
  %item = load i64, ptr %args
  %count = load i64, ptr %args
  call void (ptr, i64, ...) @__wherry_arrive(ptr @site, i64 %item, i64 %count, i64 7)
  call void (ptr, i64, ...) @__wherry_arrive(ptr @site, i64 %item)
  call void @__wherry_arrive_at_wait(ptr @site, i64 %item, i32 1, ptr %args)
  ret void
}

; A kernel that is not compiled for the checked mode is not looked at.
; CHECK-LABEL: define void @wg.plain(
; CHECK-NEXT:    call void (ptr, i64, ...) @__wherry_arrive(ptr @site, i64 0)
; CHECK-NEXT:    ret void
define void @wg.plain(ptr %args, ptr %context) "wherry-kernel"="plain" "wherry-regions"="1" {
  call void (ptr, i64, ...) @__wherry_arrive(ptr @site, i64 0)
  ret void
}

declare void @__wherry_arrive(ptr, i64, ...)
declare void @__wherry_arrive_at_wait(ptr, i64, i32, ptr)
