; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; A condition made of two range checks that the lanes have agreed on already is a scalar: nothing is left to ask.

; CHECK-LABEL: @wg.range(
; CHECK:       %[[A:.*]] = icmp ult <4 x i64>
; CHECK:       %[[B:.*]] = icmp ugt <4 x i64>
; CHECK-NOT:   icmp {{.*}} <4 x i64>
; CHECK:       and i1 %
define void @wg.range(ptr addrspace(1) %out, i64 %most, i64 %least, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %below = icmp ult i64 %x, %most
  br i1 %below, label %second, label %next

second:
  %above = icmp ugt i64 %x, %least
  br i1 %above, label %third, label %next

third:
  %inside = and i1 %below, %above
  br i1 %inside, label %work, label %next

work:
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float 1.0, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="range" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
