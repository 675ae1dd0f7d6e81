; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; Bits of an id put together otherwise, as in a butterfly of a Fourier transform, count up in runs. The store gets a
; run-time contiguity check too.

; CHECK:       1 gathers, 1 scatters, 0 lane by lane, 2 of them contiguous by a run-time check
; CHECK-LABEL: @wg.butterfly(
; CHECK:       call i1 @llvm.vector.reduce.and.v4i1
; CHECK:       load <4 x float>
; CHECK:       call <4 x float> @llvm.masked.gather
; CHECK:       call i1 @llvm.vector.reduce.and.v4i1
; CHECK:       store <4 x float>
; CHECK:       call void @llvm.masked.scatter
define void @wg.butterfly(ptr addrspace(1) %data, i64 %low, i64 %half, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %in.run = and i64 %x, %low
  %run = lshr i64 %x, 3
  %run.at = shl i64 %run, 4
  %index = add i64 %run.at, %in.run
  %from = getelementptr inbounds float, ptr addrspace(1) %data, i64 %index
  %value = load float, ptr addrspace(1) %from, align 4
  %other = add i64 %index, %half
  %to = getelementptr inbounds float, ptr addrspace(1) %data, i64 %other
  store float %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="butterfly" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
