; RUN: wherry-opt -passes=vectorise-item-loops,verify %s | FileCheck %s
; All lanes store to the same element. The last lane's value stays, as if the work-items had run in order. Under a mask
; the last lane is not known: a scatter stores in the lanes' order.

; CHECK-LABEL: @wg.last(
; CHECK:       %[[ALL:.*]] = load <4 x i32>
; CHECK:       %[[LAST:.*]] = extractelement <4 x i32> %[[ALL]], i64 3
; CHECK:       store i32 %[[LAST]], ptr addrspace(1) %same, align 4
; CHECK-NOT:   store i32
; CHECK:       call void @llvm.masked.scatter.v4i32.v4p1(<4 x i32>
define void @wg.last(ptr addrspace(1) %in, ptr addrspace(1) %same, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  store i32 %value, ptr addrspace(1) %same, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="last" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
