; RUN: wherry-opt -passes=lower-races %s | FileCheck %s
; The host is asked about narrow, wide and unaligned accesses, and about those whose size or space the code does not
; tell.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK-NOT:     load atomic
; CHECK:         call void %{{.*}}(ptr %context, ptr %at, i64 %access, i64 281474976710657, i64 0)
; CHECK:         call void %{{.*}}(ptr %context, ptr %at, i64 %access, i64 281474976710672, i64 0)
; CHECK:         call void %{{.*}}(ptr %context, ptr %at, i64 %access, i64 281474976710660, i64 7)
; CHECK:         call void %{{.*}}(ptr %context, ptr %at, i64 %access, i64 %how, i64 0)
; CHECK-NOT:     load atomic
; CHECK:         ret void
define void @wg.k(ptr %args, ptr %context, ptr %at, i64 %access, i64 %how) "wherry-kernel"="k" "wherry-regions"="1" !wherry.args !0 {
entry:
  call void @__wherry_race_access(ptr %at, i64 %access, i64 281474976710657, i64 0, i32 64, i32 1, i32 0)
  call void @__wherry_race_access(ptr %at, i64 %access, i64 281474976710672, i64 0, i32 64, i32 16, i32 0)
  call void @__wherry_race_access(ptr %at, i64 %access, i64 281474976710660, i64 7, i32 64, i32 1, i32 1)
  call void @__wherry_race_access(ptr %at, i64 %access, i64 %how, i64 0, i32 64, i32 4, i32 0)
  ret void
}

declare void @__wherry_race_access(ptr, i64, i64, i64, i32, i32, i32)

!0 = !{}
