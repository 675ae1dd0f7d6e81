; RUN: wherry-opt -passes='for-kernels<vectorised>(load-each-choice,adce),verify' %s | FileCheck %s
; Loads stay: from more than four rows, by a choice that all work-items make alike, where a row is each work-item's own,
; and behind a write that may change what another load of the choice has loaded.

; CHECK-LABEL: @wg.many(
; CHECK-NOT:   chosen
define void @wg.many(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %w, i64 %size) #0 {
entry:
  br label %items
items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %to = getelementptr inbounds i16, ptr addrspace(1) %out, i64 %x
  %own.at = getelementptr inbounds i16, ptr addrspace(1) %in, i64 %x
  %own = load i16, ptr addrspace(1) %own.at
  %c = icmp sgt i16 %own, 5
  %d = icmp sgt i16 %own, 9
  %e = icmp sgt i16 %own, 11
  %f = icmp sgt i16 %own, 12
  %s1 = select i1 %f, i64 %w, i64 7
  %s2 = select i1 %e, i64 9, i64 %s1
  %s3 = select i1 %d, i64 11, i64 %s2
  %by = select i1 %c, i64 1, i64 %s3
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

; CHECK-LABEL: @wg.alike(
; CHECK-NOT:   chosen
define void @wg.alike(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %w, i64 %size) #0 {
entry:
  br label %items
items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %to = getelementptr inbounds i16, ptr addrspace(1) %out, i64 %x
  %own.at = getelementptr inbounds i16, ptr addrspace(1) %in, i64 %x
  %own = load i16, ptr addrspace(1) %own.at
  %c = icmp sgt i16 %own, 5
  %d = icmp sgt i16 %own, 9
  %small = icmp ult i64 %w, 9
  %by = select i1 %small, i64 1, i64 7
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

; CHECK-LABEL: @wg.own(
; CHECK-NOT:   chosen
define void @wg.own(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %w, i64 %size) #0 {
entry:
  br label %items
items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %to = getelementptr inbounds i16, ptr addrspace(1) %out, i64 %x
  %own.at = getelementptr inbounds i16, ptr addrspace(1) %in, i64 %x
  %own = load i16, ptr addrspace(1) %own.at
  %c = icmp sgt i16 %own, 5
  %d = icmp sgt i16 %own, 9
  %wide = sext i16 %own to i64
  %by = select i1 %c, i64 1, i64 %wide
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

; CHECK-LABEL: @wg.written(
; CHECK:       chosen:
; CHECK-NEXT:  phi i16
; CHECK-NEXT:  store i16
; CHECK:       chosen{{[0-9]+}}:
; CHECK-NEXT:  phi i16
define void @wg.written(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %w, i64 %size) #0 {
entry:
  br label %items
items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %to = getelementptr inbounds i16, ptr addrspace(1) %out, i64 %x
  %own.at = getelementptr inbounds i16, ptr addrspace(1) %in, i64 %x
  %own = load i16, ptr addrspace(1) %own.at
  %c = icmp sgt i16 %own, 5
  %d = icmp sgt i16 %own, 9
  %by = select i1 %c, i64 1, i64 %w
  %index = add nsw i64 %x, %by
  %from = getelementptr inbounds i16, ptr addrspace(1) %in, i64 %index
  %a = load i16, ptr addrspace(1) %from
  store i16 %a, ptr addrspace(1) %own.at
  %index.b = sub nsw i64 %x, %by
  %from.b = getelementptr inbounds i16, ptr addrspace(1) %in, i64 %index.b
  %b = load i16, ptr addrspace(1) %from.b
  %value = add i16 %a, %b
  store i16 %value, ptr addrspace(1) %to
  br label %next
next:
  %x.next = add nuw nsw i64 %x, 1
  %last = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %last, label %items, label %done, !wherry.item_loop !0
done:
  ret void
}
; What all have alike in an iteration of a loop that they leave one by one.
; CHECK-LABEL: @wg.behind(
; CHECK-NOT:   chosen
define void @wg.behind(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %w, i64 %size) #0 {
entry:
  br label %items
items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %to = getelementptr inbounds i16, ptr addrspace(1) %out, i64 %x
  %own.at = getelementptr inbounds i16, ptr addrspace(1) %in, i64 %x
  %own = load i16, ptr addrspace(1) %own.at
  %c = icmp sgt i16 %own, 5
  %n = zext i16 %own to i64
  br label %loop
loop:
  %k = phi i64 [ 0, %items ], [ %k1, %loop ]
  %k1 = add i64 %k, 1
  %kw = mul i64 %k1, %w
  %by0 = select i1 %c, i64 %k1, i64 %kw
  %e = icmp uge i64 %k1, %n
  br i1 %e, label %join, label %loop
join:
  %by = phi i64 [ %by0, %loop ]
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
