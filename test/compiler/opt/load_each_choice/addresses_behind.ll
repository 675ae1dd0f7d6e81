; RUN: wherry-opt -passes='for-kernels<vectorised>(load-each-choice,adce),verify' %s | FileCheck %s
; A load of a chosen address in a block behind the choice, where LLVM sinks it: each address goes on with the work-items,
; and is computed again where it is loaded from. Not of addresses that lie two elements apart.

; CHECK-LABEL: @wg.behind(
; CHECK:       join:
; CHECK:         %[[ROW:row.*]] = phi i1 [ true, %one ], [ false, %other ]
; CHECK:       behind:
; CHECK-NEXT:    br i1 %[[ROW]], label %[[FIRST:.*]], label %[[SECOND:.*]]
; CHECK:       [[FIRST]]:
; CHECK:         %[[BYTES:.*]] = shl i64 %x, 1
; CHECK-NEXT:    %[[P:.*]] = getelementptr i8, ptr addrspace(1) %in, i64 %[[BYTES]]
; CHECK-NEXT:    load i16, ptr addrspace(1) %[[P]]
; CHECK:       [[SECOND]]:
; CHECK:         add i64 %x, %w
; CHECK:         load i16
; CHECK:       chosen:
; CHECK-NEXT:    phi i16
define void @wg.behind(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %w, i64 %size) #0 {
entry:
  br label %items
items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %to = getelementptr inbounds i16, ptr addrspace(1) %out, i64 %x
  %own = load i16, ptr addrspace(1) %to
  %c = icmp sgt i16 %own, 5
  br i1 %c, label %one, label %other
one:
  %bytes = shl i64 %x, 1
  %first = getelementptr i8, ptr addrspace(1) %in, i64 %bytes
  br label %join
other:
  %index = add i64 %x, %w
  %second = getelementptr i16, ptr addrspace(1) %in, i64 %index
  br label %join
join:
  %from = phi ptr addrspace(1) [ %first, %one ], [ %second, %other ]
  %d = icmp sgt i16 %own, 1
  br i1 %d, label %behind, label %next
behind:
  %value = load i16, ptr addrspace(1) %from
  store i16 %value, ptr addrspace(1) %to
  br label %next
next:
  %x.next = add nuw nsw i64 %x, 1
  %last = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %last, label %items, label %done, !wherry.item_loop !0
done:
  ret void
}

; CHECK-LABEL: @wg.apart(
; CHECK-NOT:   chosen
define void @wg.apart(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %w, i64 %size) #0 {
entry:
  br label %items
items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %to = getelementptr inbounds i16, ptr addrspace(1) %out, i64 %x
  %own = load i16, ptr addrspace(1) %to
  %c = icmp sgt i16 %own, 5
  br i1 %c, label %one, label %other
one:
  %bytes = shl i64 %x, 2
  %first = getelementptr i8, ptr addrspace(1) %in, i64 %bytes
  br label %join
other:
  %index = add i64 %x, %w
  %second = getelementptr i16, ptr addrspace(1) %in, i64 %index
  br label %join
join:
  %from = phi ptr addrspace(1) [ %first, %one ], [ %second, %other ]
  %d = icmp sgt i16 %own, 1
  br i1 %d, label %behind, label %next
behind:
  %value = load i16, ptr addrspace(1) %from
  store i16 %value, ptr addrspace(1) %to
  br label %next
next:
  %x.next = add nuw nsw i64 %x, 1
  %last = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %last, label %items, label %done, !wherry.item_loop !0
done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
