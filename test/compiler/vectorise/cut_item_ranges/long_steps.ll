; RUN: wherry-opt -passes=cut-item-ranges,verify %s 2>&1 | FileCheck %s
; An unsigned counter of 64 bits, in steps: greater bounds count as 2^63 - 1, so a last item with just this number would be
; left out. Then each work-item runs the guard.

; CHECK:       remark: 1 item loop cut to the work-items that pass a guard
; CHECK-LABEL: @wg.k(
; CHECK:       icmp sge i64 %{{.*}}, 0
; CHECK:       icmp ne i64 %{{.*}}, 9223372036854775807
; CHECK:       range:
; CHECK:       @llvm.umin.i64(i64 %{{.*}}, i64 9223372036854775807)
define void @wg.k(ptr addrspace(1) %out, i64 %from, i64 %most, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %seven = mul i64 %x, 7
  %i = add i64 %seven, %from
  %below = icmp ult i64 %i, %most
  br i1 %below, label %write, label %next

write:
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 1, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
