; RUN: sed '/fmul/{s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&\n&\n&\n&/;}' %s | wherry-opt -passes=vectorise-item-loops,verify - | FileCheck %s
; Where the size is known to be a multiple of the lanes, full vectors have no masks: LLVM deletes the other copy.

; CHECK-LABEL: @wg.long(
; CHECK:       vector.again:
; CHECK:       load <4 x float>
; CHECK:       store <4 x float>
define void @wg.long(ptr addrspace(1) %data, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %at = getelementptr inbounds float, ptr addrspace(1) %data, i64 %x
  %value = load float, ptr addrspace(1) %at, align 4
  fmul float %value, %value
  store float %value, ptr addrspace(1) %at, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, 64, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="long" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
