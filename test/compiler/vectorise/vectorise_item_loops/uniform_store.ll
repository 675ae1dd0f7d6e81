; RUN: wherry-opt -passes=vectorise-item-loops,verify %s | FileCheck %s
; All lanes store to the same element. The last lane's value stays, as if the work-items had run in order. Under a mask
; it is the last active lane's, and without one nothing is stored.

; CHECK-LABEL: @wg.last(
; CHECK:       %[[ALL:.*]] = load <4 x i32>
; CHECK:       %[[LAST:.*]] = extractelement <4 x i32> %[[ALL]], i4 3
; CHECK:       store i32 %[[LAST]], ptr addrspace(1) %same, align 4
; CHECK-NOT:   store i32
; CHECK:       %[[SOME:.*]] = call <4 x i32> @llvm.masked.load.v4i32.p1(ptr addrspace(1) align 4 %{{.*}}, <4 x i1> %[[MASK:.*]], <4 x i32> poison)
; CHECK:       %[[VALUES:.*]] = freeze <4 x i32> %[[SOME]]
; CHECK:       %[[BITS:.*]] = bitcast <4 x i1> %[[MASK]] to i4
; CHECK:       %[[ABOVE:.*]] = call i4 @llvm.ctlz.i4(i4 %[[BITS]], i1 true)
; CHECK:       %[[ACTIVE:.*]] = sub i4 3, %[[ABOVE]]
; CHECK:       %[[VALUE:.*]] = extractelement <4 x i32> %[[VALUES]], i4 %[[ACTIVE]]
; CHECK:       store i32 %[[VALUE]], ptr addrspace(1) %same, align 4
; CHECK-NOT:   scatter
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
