; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; RUN: sed 's/i32 0}/i32 16}/' %s | wherry-opt -passes=vectorise-item-loops,verify - 2>&1 | FileCheck %s --check-prefix=ASKED
; A loop of nothing but gathers and scatters costs more with lanes than without: the remark tells both estimates, and
; the loop stays, for LLVM's vectoriser too. A width from the option is taken without an estimate.

; CHECK:       not vectorised: it would not pay: about {{[0-9]+}} {{.*}} 16 work-items
; CHECK-LABEL: @wg.permute(
; CHECK-NOT:   <16 x
; CHECK:       {{^[}]}}
; CHECK:       !"llvm.loop.vectorize.enable", i32 0
; ASKED:       : vectorised, 16 work-items
; ASKED-LABEL: @wg.permute(
; ASKED:       @llvm.masked.gather
define void @wg.permute(ptr addrspace(1) %index, ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %index.at = getelementptr inbounds i64, ptr addrspace(1) %index, i64 %x
  %which = load i64, ptr addrspace(1) %index.at, align 8
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %which
  %value = load float, ptr addrspace(1) %from, align 4
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %which
  store float %value, ptr addrspace(1) %to, align 4
  %other = xor i64 %which, 1
  %other.from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %other
  %other.value = load float, ptr addrspace(1) %other.from, align 4
  %other.to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %other
  store float %other.value, ptr addrspace(1) %other.to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="permute" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 0}
