; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; On a divergent side the loop over lanes starts with the mask's bits, and a jump skips it if no lane is there.

; CHECK-LABEL: @wg.print(
; CHECK:       %[[TAKEN:.*]] = icmp ugt <4 x i32>
; CHECK:       %[[BITS:.*]] = bitcast <4 x i1> %[[TAKEN]] to i4
; CHECK:       %[[ANY:.*]] = icmp ne i4 %{{.*}}, 0
; CHECK:       br i1 %[[ANY]]
; CHECK:       %[[LANES:.*]] = zext i4 %{{.*}} to i32
; CHECK:       phi i32 [ %[[LANES]], %
; CHECK:       call void @print(
declare void @print(i32)

define void @wg.print(ptr addrspace(1) %in, i32 %least, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %large = icmp ugt i32 %value, %least
  br i1 %large, label %tell, label %next

tell:
  call void @print(i32 %value)
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="print" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
