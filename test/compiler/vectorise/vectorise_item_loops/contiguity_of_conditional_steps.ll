; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; The right neighbour, or the element itself at the end of a row: x + (x != last ? 1 : 0) is contiguous in all vectors but
; the last, which the run-time contiguity check tells.

; CHECK:       1 contiguous accesses, 0 uniform, 0 of members, 1 gathers, {{.*}} 1 of them contiguous by a run-time check
; CHECK-LABEL: @wg.right(
; CHECK:       contiguous:
; CHECK:       by.lane:
define void @wg.right(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %step, i64 %n, i64 %last, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %inside = icmp ne i64 %x, %last
  %one = zext i1 %inside to i64
  %index = add i64 %x, %one
  %at = getelementptr inbounds float, ptr addrspace(1) %in, i64 %index
  %value = load float, ptr addrspace(1) %at, align 4
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %value, ptr addrspace(1) %to, align 4
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
