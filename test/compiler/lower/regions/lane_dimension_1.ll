; RUN: wherry-opt -passes=form-regions %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; Lanes along dimension 1: its loop is the innermost one and the item loop. The ids stay those of their dimensions.
; REMARK: lanes along dimension 1

; CHECK-LABEL: define void @wg.columns(
; CHECK:       phi i64 {{.*}} !wherry.outer_item_loop
; CHECK:       %[[X:.*]] = phi i64 {{.*}} !wherry.outer_item_loop
; CHECK:       %[[Y:.*]] = phi i64 {{.*}} !wherry.item_loop
; CHECK:       icmp ult i64 %{{.*}}, 32, !wherry.item_loop
; CHECK:       icmp ult i64 %{{[^,]*}}, 16{{$}}
; CHECK:       %[[ROW:.*]] = shl i64 %[[X]], 10
; CHECK:       add i64 %[[ROW]], %[[Y]]
define void @wg.columns(ptr %args, ptr %context) "wherry-kernel"="columns" "wherry-local-size"="16,32,1" "wherry-lane-dimension"="1" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %row = shl i64 %x, 10
  %index = add i64 %row, %y
  %place = getelementptr i64, ptr addrspace(1) %out, i64 %index
  store i64 1, ptr addrspace(1) %place
  ret void
}

; Along dimension 2 the work-item's number counts dimension 2 first.
; CHECK-LABEL: define void @wg.planes(
; CHECK:       %[[Y:.*]] = phi i64 {{.*}} !wherry.outer_item_loop
; CHECK:       %[[X:.*]] = phi i64 {{.*}} !wherry.outer_item_loop
; CHECK:       %[[PLANE:.*]] = mul nuw i64 %[[Y]], 1
; CHECK:       %[[LINE:.*]] = add nuw i64 %[[PLANE]], %[[X]]
; CHECK:       %[[FIRST:.*]] = mul nuw i64 %[[LINE]], 64
; CHECK:       %[[Z:.*]] = phi i64 {{.*}} !wherry.item_loop
; CHECK:       %[[ITEM:.*]] = add nuw i64 %[[FIRST]], %[[Z]]
; CHECK:       store i64 %[[ITEM]], ptr addrspace(1)
define void @wg.planes(ptr %args, ptr %context) "wherry-kernel"="planes" "wherry-local-size"="1,1,64" "wherry-lane-dimension"="2" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %z = call i64 @__wherry_local_id(i32 2)
  %item = call i64 @__wherry_item()
  %place = getelementptr i64, ptr addrspace(1) %out, i64 %z
  store i64 %item, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare i64 @__wherry_item() nounwind speculatable willreturn memory(none)

!0 = !{}
