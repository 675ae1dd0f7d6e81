; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; work_group_scan_exclusive_max of uint (OpenCL C 6.15.16), in place: the second region loads each work-item's result
; from where the first one stored its value. The first work-item gets 0, the least uint.

; CHECK-LABEL: define void @wg.running(
; CHECK:         call void @"wherry.scan.exclusive.j>"(ptr %{{.*}}, i64 %items)
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK:         store i32 %{{.*}}, ptr %{{.*}}
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK:         %[[RESULT:.*]] = load i32, ptr %
; CHECK:         store i32 %[[RESULT]], ptr addrspace(1)
; CHECK:       define internal void @"wherry.scan.exclusive.j>"(
; CHECK:         phi i32 [ 0, %entry ]
; CHECK:         icmp ugt <[[N:[0-9]+]] x i32>
; CHECK:         store <[[N]] x i32>
define void @wg.running(ptr %args, ptr %context) "wherry-kernel"="running" {
entry:
  %operand = alloca i32
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from
  store i32 %value, ptr %operand
  call void @__wherry_scan(ptr %operand, i32 106, i32 62, i32 0)
  %result = load i32, ptr %operand
  store i32 %result, ptr addrspace(1) %from
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_scan(ptr, i32, i32, i32) convergent nounwind willreturn

!0 = !{}
