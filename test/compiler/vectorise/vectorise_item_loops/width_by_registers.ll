; RUN: sed s/FEATURES/+sse2/ %s | wherry-opt -passes=vectorise-item-loops,verify - | FileCheck -DLANES=4 %s
; RUN: sed s/FEATURES/+avx2/ %s | wherry-opt -passes=vectorise-item-loops,verify - | FileCheck -DLANES=8 %s
; RUN: sed s/FEATURES/+avx512bw,+avx512vl/ %s | wherry-opt -passes=vectorise-item-loops,verify - | FileCheck -DLANES=16 %s
; Without an option, as many work-items run at once as values of the loop's kind fill a register of the CPU.

; CHECK-LABEL: @wg.twice(
; CHECK:       load <[[LANES]] x float>
; CHECK:       store <[[LANES]] x float>
define void @wg.twice(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
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

attributes #0 = { "target-features"="FEATURES" "wherry-kernel"="twice" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
