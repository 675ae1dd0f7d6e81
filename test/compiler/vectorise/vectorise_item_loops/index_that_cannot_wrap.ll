; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; "nsw" says that the index does not wrap, and all lanes of the block load with the index. The access has no check of
; its own and no gather, although a part of the index is loaded in the loop; only the id is checked before the loop.

; CHECK:       2 contiguous accesses
; CHECK-LABEL: @wg.shift(
; CHECK:       icmp eq
; CHECK-NOT:   icmp eq
; CHECK-NOT:   @llvm.masked.gather
; CHECK:       load <4 x float>
; CHECK-NOT:   icmp eq
; CHECK-NOT:   @llvm.masked.gather
; CHECK:       {{^[}]}}
define void @wg.shift(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %shift, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %by = load i32, ptr addrspace(1) %shift, align 4
  %id = trunc nuw nsw i64 %x to i32
  %index = add nsw i32 %id, %by
  %index.long = sext i32 %index to i64
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %index.long
  %value = load float, ptr addrspace(1) %from, align 4
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

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="shift" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
