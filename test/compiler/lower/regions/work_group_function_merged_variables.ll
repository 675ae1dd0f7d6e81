; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; LLVM may have merged the variables of two work-group functions, or put one into a larger variable: each call gets a
; variable of its own, just as large as its value, and a scan's result goes back to where its value came from.

; CHECK-LABEL: define void @wg.both(
; CHECK:         call i64 @"wherry.reduce.i+"(ptr %[[FIRST:.*]], i64 %items)
; CHECK-NOT:     call {{.*}}(ptr %[[FIRST]], i64 %items)
; CHECK:         call void @"wherry.scan.inclusive.i+"(ptr %{{.*}}, i64 %items)
; CHECK:       attributes {{.*}}"wherry-context-bytes"="16"
define void @wg.both(ptr %args, ptr %context) "wherry-kernel"="both" {
entry:
  %pair = alloca [2 x i32]
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from
  store i32 %value, ptr %pair
  %sum = call i64 @__wherry_reduce(ptr %pair, i32 105, i32 43)
  call void @__wherry_scan(ptr %pair, i32 105, i32 43, i32 1)
  %result = load i32, ptr %pair
  store i32 %result, ptr addrspace(1) %from
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare i64 @__wherry_reduce(ptr, i32, i32) convergent nounwind willreturn
declare void @__wherry_scan(ptr, i32, i32, i32) convergent nounwind willreturn

!0 = !{}
