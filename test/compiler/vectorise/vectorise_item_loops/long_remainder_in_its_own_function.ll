; RUN: sed '/fmul/{s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&/;}' %s | wherry-opt -passes=vectorise-item-loops,verify - | FileCheck %s
; The scalar remainder of a loop of more than 2,000 instructions, whose masks would not be few, stands in a function of its own, which is not inlined
; and is no work-group function: it has none of the kernel's facts. sed repeats the multiplication.

; CHECK-LABEL: @wg.long(
; CHECK:       store <4 x float>
; CHECK:       define internal {{.*}} #[[PART:[0-9]+]]
; CHECK:       store float
; CHECK:       attributes #[[PART]] = {
; CHECK-NOT:   wherry-
; CHECK-SAME:  noinline
; CHECK-NOT:   wherry-
; CHECK-SAME:  }
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
  %at.1 = getelementptr inbounds float, ptr addrspace(1) %at, i64 64
  store float %value, ptr addrspace(1) %at.1, align 4
  %at.2 = getelementptr inbounds float, ptr addrspace(1) %at, i64 128
  store float %value, ptr addrspace(1) %at.2, align 4
  %at.3 = getelementptr inbounds float, ptr addrspace(1) %at, i64 192
  store float %value, ptr addrspace(1) %at.3, align 4
  %at.4 = getelementptr inbounds float, ptr addrspace(1) %at, i64 256
  store float %value, ptr addrspace(1) %at.4, align 4
  %at.5 = getelementptr inbounds float, ptr addrspace(1) %at, i64 320
  store float %value, ptr addrspace(1) %at.5, align 4
  %at.6 = getelementptr inbounds float, ptr addrspace(1) %at, i64 384
  store float %value, ptr addrspace(1) %at.6, align 4
  %at.7 = getelementptr inbounds float, ptr addrspace(1) %at, i64 448
  store float %value, ptr addrspace(1) %at.7, align 4
  %at.8 = getelementptr inbounds float, ptr addrspace(1) %at, i64 512
  store float %value, ptr addrspace(1) %at.8, align 4
  %at.9 = getelementptr inbounds float, ptr addrspace(1) %at, i64 576
  store float %value, ptr addrspace(1) %at.9, align 4
  %at.10 = getelementptr inbounds float, ptr addrspace(1) %at, i64 640
  store float %value, ptr addrspace(1) %at.10, align 4
  %at.11 = getelementptr inbounds float, ptr addrspace(1) %at, i64 704
  store float %value, ptr addrspace(1) %at.11, align 4
  %at.12 = getelementptr inbounds float, ptr addrspace(1) %at, i64 768
  store float %value, ptr addrspace(1) %at.12, align 4
  %at.13 = getelementptr inbounds float, ptr addrspace(1) %at, i64 832
  store float %value, ptr addrspace(1) %at.13, align 4
  %at.14 = getelementptr inbounds float, ptr addrspace(1) %at, i64 896
  store float %value, ptr addrspace(1) %at.14, align 4
  %at.15 = getelementptr inbounds float, ptr addrspace(1) %at, i64 960
  store float %value, ptr addrspace(1) %at.15, align 4
  %at.16 = getelementptr inbounds float, ptr addrspace(1) %at, i64 1024
  store float %value, ptr addrspace(1) %at.16, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="long" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
