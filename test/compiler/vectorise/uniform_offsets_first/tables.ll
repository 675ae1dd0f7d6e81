; RUN: wherry-opt -passes='function(uniform-offsets-first),verify' %s | FileCheck %s
; A byte as the index of a row of a table, whose row's offset LLVM adds last, since other rows are indexed by the same byte:
; the row comes first. An index that may have any number of bits stays.

; CHECK-LABEL: @wg.rows(
; CHECK:         %[[ROW:.*]] = getelementptr i8, ptr addrspace(1) %table, i64 %row
; CHECK-NEXT:    %one = getelementptr i8, ptr addrspace(1) %[[ROW]], i64 %wide
; CHECK-NEXT:    load i8, ptr addrspace(1) %one, align 1
; CHECK:         %two = getelementptr i8, ptr addrspace(1) %far, i64 %row
; CHECK-NEXT:    load i8, ptr addrspace(1) %two, align 1
define void @wg.rows(ptr addrspace(1) %in, ptr addrspace(1) %table, ptr addrspace(1) %out, i64 %row, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %from = getelementptr i8, ptr addrspace(1) %in, i64 %x
  %byte = load i8, ptr addrspace(1) %from, align 1
  %wide = zext i8 %byte to i64
  %place = getelementptr inbounds i8, ptr addrspace(1) %table, i64 %wide
  %one = getelementptr inbounds i8, ptr addrspace(1) %place, i64 %row
  %first = load i8, ptr addrspace(1) %one, align 1
  %where = getelementptr i64, ptr addrspace(1) %in, i64 %x
  %any = load i64, ptr addrspace(1) %where, align 8
  %far = getelementptr i8, ptr addrspace(1) %table, i64 %any
  %two = getelementptr i8, ptr addrspace(1) %far, i64 %row
  %second = load i8, ptr addrspace(1) %two, align 1
  %both = xor i8 %first, %second
  %to = getelementptr i8, ptr addrspace(1) %out, i64 %x
  store i8 %both, ptr addrspace(1) %to, align 1
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
