; RUN: wherry-opt -passes=form-regions %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; A kernel without work-group operations is one region: a nest of three loops over the local ids, z outermost, around
; the kernel's code. Dimension 0's loop is the item loop, which the vectoriser looks for.
; REMARK: remark: kernel 'fill': 1 region, 1 run by an item loop

; CHECK-LABEL: define void @wg.fill(ptr %args, ptr %context)
; CHECK:       %[[Z:.*]] = phi i64 [ 0, %{{.*}} ], [ %[[Z_NEXT:.*]], %{{.*}} ], !wherry.outer_item_loop
; CHECK:       %[[Y:.*]] = phi i64 [ 0, %{{.*}} ], [ %[[Y_NEXT:.*]], %{{.*}} ], !wherry.outer_item_loop
; CHECK:       %[[X:.*]] = phi i64 [ 0, %{{.*}} ], [ %[[X_NEXT:.*]], %{{.*}} ], !wherry.item_loop
; CHECK:       %[[X_NEXT]] = add nuw nsw i64 %[[X]], 1
; CHECK:       %[[AGAIN:.*]] = icmp ult i64 %[[X_NEXT]], %{{.*}}, !wherry.item_loop
; CHECK-NEXT:  br i1 %[[AGAIN]], {{.*}}, !llvm.loop !{{[0-9]+}}, !wherry.item_loop
; CHECK:       %[[Y_NEXT]] = add nuw nsw i64 %[[Y]], 1
; CHECK:       %[[Z_NEXT]] = add nuw nsw i64 %[[Z]], 1
; CHECK:       %[[XY:.*]] = add i64 %[[X]], %[[Y]]
; CHECK:       %[[SUM:.*]] = add i64 %[[XY]], %[[Z]]
; CHECK:       store i64 %[[SUM]], ptr addrspace(1)
; CHECK-NOT:   call {{.*}}@__wherry_local_id
; CHECK:       attributes #{{.*}}"wherry-item-loops"="1"{{.*}}"wherry-regions"="1"
define void @wg.fill(ptr %args, ptr %context) "wherry-kernel"="fill" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %z = call i64 @__wherry_local_id(i32 2)
  %xy = add i64 %x, %y
  %sum = add i64 %xy, %z
  %place = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 %sum, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
