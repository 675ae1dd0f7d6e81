; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; Without masked instructions, as with vectors of 128 bits, a masked access is a branch for each lane. The original
; loop stays as the scalar remainder: it takes the work-items that fill no vector, and LLVM leaves it rolled.

; CHECK-LABEL: @wg.positive(
; CHECK:       phi i64 {{.*}}, !wherry.item_loop
; CHECK:       load float,
; CHECK:       store float
; CHECK:       br i1 %{{.*}}, !llvm.loop ![[ROLLED:[0-9]+]]
; CHECK:       load <4 x float>
; CHECK-NOT:   @llvm.masked
; CHECK:       {{^[}]}}
; CHECK:       !"llvm.loop.unroll.disable"
define void @wg.positive(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %x
  %value = load float, ptr addrspace(1) %from, align 4
  %twice = fadd float %value, %value
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %twice, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+sse2" "wherry-kernel"="positive" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
