; RUN: wherry-opt -passes=vectorise-item-loops,verify %s | FileCheck %s
; x - 1 of an unsigned x is a sum with the largest number, which always wraps around: nothing is checked of it in the
; first work-item, or each item loop of a stencil would run one by one.

; CHECK-NOT: uadd.with.overflow.i32(i32 %{{.*}}, i32 -1)
define void @wg.before(ptr addrspace(1) %from, ptr addrspace(1) %to, i32 %first, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %short = trunc i64 %x to i32
  %here = add i32 %short, %first
  %minus = add i32 %here, -1
  %i0 = zext i32 %here to i64
  %i1 = zext i32 %minus to i64
  %at0 = getelementptr inbounds float, ptr addrspace(1) %from, i64 %i0
  %v0 = load float, ptr addrspace(1) %at0, align 4
  %at1 = getelementptr inbounds float, ptr addrspace(1) %from, i64 %i1
  %v1 = load float, ptr addrspace(1) %at1, align 4
  %sum = fadd float %v0, %v1
  %to0 = getelementptr inbounds float, ptr addrspace(1) %to, i64 %i0
  store float %sum, ptr addrspace(1) %to0, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
