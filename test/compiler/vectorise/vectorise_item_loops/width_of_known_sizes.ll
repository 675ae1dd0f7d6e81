; RUN: sed s/SIZE/128/ %s | wherry-opt -passes=vectorise-item-loops,verify - | FileCheck -DLANES=32 %s
; RUN: sed s/SIZE/48/ %s | wherry-opt -passes=vectorise-item-loops,verify - | FileCheck -DLANES=16 %s
; RUN: sed s/SIZE/8/ %s | wherry-opt -passes=vectorise-item-loops,verify - | FileCheck -DLANES=8 %s
; RUN: sed s/SIZE/2/ %s | wherry-opt -passes=vectorise-item-loops,verify - | FileCheck -DLANES=4 %s
; A known size that holds pairs of vectors has two of them at once, which hide each other's latency. A size of at most
; half a vector halves the width, down to 4 lanes.

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
  %again = icmp ult i64 %x.next, SIZE, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="twice" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
