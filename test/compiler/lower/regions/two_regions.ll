; RUN: wherry-opt -passes=form-regions %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; A barrier cuts the kernel in two: all work-items run the first region before any runs the second (OpenCL 3.0 API,
; 3.2.4 and OpenCL C 6.15.8). The barrier itself leaves no code.
; REMARK: remark: kernel 'shift': 2 regions, 2 run by an item loop

; CHECK-LABEL: define void @wg.shift(
; CHECK-NOT:   call {{.*}}@__wherry_barrier
; CHECK:       [[BETWEEN:group.operation.*]]: {{.*}}preds = %[[FIRST_DONE:.*]]
; CHECK-NEXT:    br label %[[SECOND:.*]]
; CHECK:       [[FIRST_DONE]]:
; CHECK-NEXT:    br label %[[BETWEEN]]
; CHECK:       phi i64 {{.*}} !wherry.item_loop
; CHECK:       store i32 1, ptr addrspace(3)
; CHECK-NOT:   load i32, ptr addrspace(3)
; CHECK:       phi i64 {{.*}} !wherry.item_loop
; CHECK-NOT:   store i32 1, ptr addrspace(3)
; CHECK:       load i32, ptr addrspace(3)
; CHECK:       attributes #{{.*}}"wherry-barriers"{{.*}}"wherry-item-loops"="2"{{.*}}"wherry-regions"="2"
define void @wg.shift(ptr %args, ptr %context) "wherry-kernel"="shift" {
entry:
  %tile.generic = load ptr, ptr %args, !invariant.load !0
  %tile = addrspacecast ptr %tile.generic to ptr addrspace(3)
  %x = call i64 @__wherry_local_id(i32 0)
  %mine = getelementptr i32, ptr addrspace(3) %tile, i64 %x
  store i32 1, ptr addrspace(3) %mine
  call void @__wherry_barrier(i32 1)
  %neighbour = getelementptr i32, ptr addrspace(3) %mine, i64 1
  %value = load i32, ptr addrspace(3) %neighbour
  %out = getelementptr i32, ptr addrspace(3) %mine, i64 64
  store i32 %value, ptr addrspace(3) %out
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn

!0 = !{}
