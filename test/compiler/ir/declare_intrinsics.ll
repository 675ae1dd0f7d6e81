; RUN: wherry-opt -passes=declare-intrinsics %s | FileCheck %s
; The builtin library declares the compiler's intrinsics with attributes of unknown functions. Ids and sizes depend on
; their arguments alone: LLVM may merge them, and hoist them out of branches. Work-group operations change memory for
; all work-items: they are convergent, and nothing moves over them. Operations of sub-groups are convergent only.

; CHECK-DAG: declare i64 @__wherry_local_id(i32) #[[PURE:[0-9]+]]
; CHECK-DAG: declare i32 @__wherry_space(ptr addrspace(4)) #[[PURE]]
; CHECK-DAG: declare i32 @__wherry_sub_group_lane() #[[PURE]]
; CHECK-DAG: declare void @__wherry_barrier(i32) #[[GROUP:[0-9]+]]
; CHECK-DAG: declare i64 @__wherry_reduce(ptr, i32, i32) #[[GROUP]]
; CHECK-DAG: declare void @__wherry_wait_events(i32, ptr) #[[GROUP]]
; CHECK-DAG: declare void @__wherry_sub_group_barrier() #[[GROUP]]
; CHECK-DAG: declare i64 @__wherry_sub_group_shuffle(i64, i32, i32) #[[SUB_GROUP:[0-9]+]]
; CHECK-DAG: declare i32 @__wherry_sub_group_ballot(i32) #[[SUB_GROUP]]
declare i64 @__wherry_local_id(i32) #0
declare i32 @__wherry_space(ptr addrspace(4)) #0
declare i32 @__wherry_sub_group_lane() #0
declare void @__wherry_barrier(i32) #0
declare i64 @__wherry_reduce(ptr, i32, i32) #0
declare void @__wherry_wait_events(i32, ptr) #0
declare void @__wherry_sub_group_barrier() #0
declare i64 @__wherry_sub_group_shuffle(i64, i32, i32) #0
declare i32 @__wherry_sub_group_ballot(i32) #0

; CHECK-DAG: attributes #[[PURE]] = { nounwind speculatable willreturn memory(none) }
; CHECK-DAG: attributes #[[GROUP]] = { convergent nounwind willreturn }
; CHECK-DAG: attributes #[[SUB_GROUP]] = { convergent nounwind willreturn memory(none) }
attributes #0 = { noinline "frame-pointer"="all" }
