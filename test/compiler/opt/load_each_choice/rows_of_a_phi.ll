; RUN: wherry-opt -passes='for-kernels<vectorised>(load-each-choice,adce),verify' %s | FileCheck %s
; What a branch has chosen, with a select on one of its sides; and addresses of which each goes on with the work-items:
; they are loaded from where they come from.

; CHECK-LABEL: @wg.k(
; CHECK:       join:
; CHECK-DAG:   %[[C0:row.*]] = phi i1 [ true, %items ], [ false, %other ]
; CHECK-DAG:   %[[C1:row.*]] = phi i1 [ false, %items ], [ %d, %other ]
; CHECK:       br i1 %[[C0]], label %[[ONE:.*]], label %[[OTHERS:.*]]
; CHECK:       [[ONE]]:
; CHECK:       add nsw i64 %x, %w
; CHECK:       load i16
; CHECK:       [[OTHERS]]:
; CHECK:       br i1 %[[C1]]
; CHECK:       chosen:
; CHECK-NEXT:  phi i16
; CHECK-NOT:   load
; CHECK:       store i16
define void @wg.k(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %w, i64 %size) #0 {
entry:
  br label %items
items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %to = getelementptr inbounds i16, ptr addrspace(1) %out, i64 %x
  %own.at = getelementptr inbounds i16, ptr addrspace(1) %in, i64 %x
  %own = load i16, ptr addrspace(1) %own.at
  %c = icmp sgt i16 %own, 5
  %d = icmp sgt i16 %own, 9
  br i1 %c, label %join, label %other
other:
  %inner = select i1 %d, i64 1, i64 7
  br label %join
join:
  %by = phi i64 [ %w, %items ], [ %inner, %other ]
  %index = add nsw i64 %x, %by
  %from = getelementptr inbounds i16, ptr addrspace(1) %in, i64 %index
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

; CHECK-LABEL: @wg.addresses(
; CHECK:       one:
; CHECK-NEXT:  %[[P:.*]] = getelementptr i16
; CHECK-NEXT:  %[[A:.*]] = load i16, ptr addrspace(1) %[[P]]
; CHECK:       other:
; CHECK:       %[[B:.*]] = load i16
; CHECK:       join:
; CHECK-NEXT:  phi i16 [ %[[A]], %one ], [ %[[B]], %other ]
; CHECK-NOT:   load
; CHECK:       store i16
define void @wg.addresses(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %w, i64 %size) #0 {
entry:
  br label %items
items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %to = getelementptr inbounds i16, ptr addrspace(1) %out, i64 %x
  %own.at = getelementptr inbounds i16, ptr addrspace(1) %in, i64 %x
  %own = load i16, ptr addrspace(1) %own.at
  %c = icmp sgt i16 %own, 5
  %d = icmp sgt i16 %own, 9
  br i1 %c, label %one, label %other
one:
  %first = getelementptr i16, ptr addrspace(1) %own.at, i64 1
  br label %join
other:
  %second = getelementptr i16, ptr addrspace(1) %own.at, i64 %w
  br label %join
join:
  %from = phi ptr addrspace(1) [ %first, %one ], [ %second, %other ]
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

; Two ways from one block are one.
; CHECK-LABEL: @wg.switched(
; CHECK:       phi i1 [ true, %items ], [ true, %items ], [ false, %other ]
; CHECK:       phi i1 [ false, %items ], [ false, %items ], [ %d, %other ]
define void @wg.switched(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %w, i64 %size) #0 {
entry:
  br label %items
items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %to = getelementptr inbounds i16, ptr addrspace(1) %out, i64 %x
  %own.at = getelementptr inbounds i16, ptr addrspace(1) %in, i64 %x
  %own = load i16, ptr addrspace(1) %own.at
  %c = icmp sgt i16 %own, 5
  %d = icmp sgt i16 %own, 9
  switch i16 %own, label %other [
    i16 3, label %join
    i16 4, label %join
  ]
other:
  %inner = select i1 %d, i64 1, i64 7
  br label %join
join:
  %by = phi i64 [ %w, %items ], [ %w, %items ], [ %inner, %other ]
  %index = add nsw i64 %x, %by
  %from = getelementptr inbounds i16, ptr addrspace(1) %in, i64 %index
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
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
