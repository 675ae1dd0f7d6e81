; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; "nsw" stands on an index that only a divergent side uses. For absent lanes the sum may wrap, so the flag does not
; prove that the lanes' index counts up: the access has a run-time check and a gather.

; CHECK-LABEL: @wg.side(
; CHECK:       icmp ugt <4 x i32>
; CHECK:       icmp eq i64
; CHECK:       @llvm.masked.load
; CHECK:       @llvm.masked.gather
define void @wg.side(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %shift, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %by = load i32, ptr addrspace(1) %shift, align 4
  %id = trunc nuw nsw i64 %x to i32
  %large = icmp ugt i32 %value, 9
  br i1 %large, label %side, label %next

side:
  %index = add nsw i32 %id, %by
  %index.long = sext i32 %index to i64
  %other.at = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %index.long
  %other = load i32, ptr addrspace(1) %other.at, align 4
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %other, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="side" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
