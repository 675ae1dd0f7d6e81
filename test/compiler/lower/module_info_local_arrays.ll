; RUN: wherry-opt -passes=module-info %s | FileCheck %s
; The checked mode's reports name local variables as the source does: of Clang's "kernel.tile" and "kernel.tile.3" it is
; "tile". Other kernels list none, but say how many bytes they take.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-DAG: [[TILE:@.*]] = private constant [5 x i8] c"tile\00"
; CHECK: [[ARRAYS:@.*]] = private constant [2 x { ptr, i64, i64 }] [{ ptr, i64, i64 } { ptr [[TILE]], i64 0, i64 64 }, { ptr, i64, i64 } { ptr [[TILE]], i64 64, i64 32 }]
; CHECK: = private constant [2 x {
; CHECK-SAME: ptr @wg.checked, ptr @__executable_start, ptr @_etext, ptr @_end, i32 0, i32 0, i32 8, i32 96, {{.*}} i32 2, i32 0, ptr [[ARRAYS]], i32 0, ptr null, i64 0, i32 0, i32 0, ptr null, i32 0, i32 0, i32 {{[0-9]+}}, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, i64 {{[^}]*}} }
; CHECK-SAME: ptr @wg.plain, ptr @__executable_start, ptr @_etext, ptr @_end, i32 0, i32 0, i32 0, i32 96, {{.*}} i32 0, i32 0, ptr null, i32 0, ptr null, i64 0, i32 0, i32 0, ptr null, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, i64 {{[^}]*}} }
define void @wg.checked(ptr %args, ptr %context) "wherry-kernel"="checked" "wherry-regions"="1" "wherry-checked" "wherry-local-bytes"="96" !wherry.local_variables !0 {
  ret void
}
define void @wg.plain(ptr %args, ptr %context) "wherry-kernel"="plain" "wherry-regions"="1" "wherry-local-bytes"="96" !wherry.local_variables !0 {
  ret void
}

!0 = !{!1, !2}
!1 = !{!"checked.tile", i64 64, i64 0}
!2 = !{!"checked.tile.3", i64 32, i64 64}
