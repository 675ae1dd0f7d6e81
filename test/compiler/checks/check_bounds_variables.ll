; RUN: wherry-opt -passes=check-bounds %s 2>/dev/null | FileCheck %s
; Of variables the range is known. The distance in a private one comes from the steps, so that its address does not
; escape, and LLVM may make values of it.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@k.tile = internal addrspace(3) global [16 x i32] undef, align 4
@table = internal addrspace(2) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4

; CHECK-DAG:   @[[NAME:.*]] = private unnamed_addr constant [6 x i8] c"array\00"
; CHECK-DAG:   private {{.*}}constant { {{.*}} } { {{.*}}, i32 0, i32 -1, ptr @[[NAME]], i32 1, i32 0, i64 16 }
; CHECK-DAG:   private {{.*}}constant { {{.*}} } { {{.*}}, i32 0, i32 0, ptr @{{.*}}, i32 2, i32 0, i64 0 }

; CHECK-LABEL: define void @wg.k(
; CHECK:         %[[STEP:.*]] = mul i64 %i, 4
; CHECK:         icmp uge i64 %[[STEP]], 13
; CHECK-NOT:     ptrtoint ptr %array
; CHECK:         load i32, ptr %in_array
; CHECK:         %[[FAR:.*]] = mul i64 %i, 4
; CHECK:         icmp uge i64 %[[FAR]], 61
; CHECK:         store i32 %{{.*}}, ptr addrspace(3) %in_tile
; CHECK:         icmp uge i64 %{{.*}}, 13
; CHECK:         load i32, ptr addrspace(2) %in_table
; CHECK:         ret void
; CHECK:       !{!"k.tile",
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %array = alloca [4 x i32], align 4
  %i = call i64 @__wherry_local_id(i32 0)
  %in_array = getelementptr inbounds i32, ptr %array, i64 %i
  %value = load i32, ptr %in_array, align 4
  %in_tile = getelementptr inbounds i32, ptr addrspace(3) @k.tile, i64 %i
  store i32 %value, ptr addrspace(3) %in_tile, align 4
  %in_table = getelementptr inbounds i32, ptr addrspace(2) @table, i64 %i
  %constant = load i32, ptr addrspace(2) %in_table, align 4
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
