; RUN: wherry-opt -passes=interchange-grid-loops,verify %s | FileCheck %s
; A step that is known to be no longer than a vector leaves the loops as they are: an iteration is one vector already.
; A longer step does not, nor where the index is divided.

; CHECK-LABEL: @wg.one_vector(
; CHECK-NOT:     iteration
; CHECK-LABEL: @wg.two_vectors(
; CHECK:         iteration:
; CHECK-LABEL: @wg.divides(
; CHECK:         iteration:
define void @wg.one_vector(ptr addrspace(1) %out, i64 %begin, i64 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %start = add nuw nsw i64 %begin, %x
  br label %head

head:
  %i = phi i64 [ %start, %items ], [ %i.next, %body ]
  %inside = icmp slt i64 %i, %n
  br i1 %inside, label %body, label %next

body:
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %i
  store i64 %i, ptr addrspace(1) %to
  %i.next = add i64 %i, 16
  br label %head

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.two_vectors(ptr addrspace(1) %out, i64 %begin, i64 %n, i64 %size) #1 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %start = add nuw nsw i64 %begin, %x
  br label %head

head:
  %i = phi i64 [ %start, %items ], [ %i.next, %body ]
  %inside = icmp slt i64 %i, %n
  br i1 %inside, label %body, label %next

body:
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %i
  store i64 %i, ptr addrspace(1) %to
  %i.next = add i64 %i, 32
  br label %head

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.divides(ptr addrspace(1) %out, i64 %begin, i64 %n, i64 %size) #2 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %start = add nuw nsw i64 %begin, %x
  br label %head

head:
  %i = phi i64 [ %start, %items ], [ %i.next, %body ]
  %inside = icmp slt i64 %i, %n
  br i1 %inside, label %body, label %next

body:
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %i
  %row = udiv i64 %i, 20
  store i64 %row, ptr addrspace(1) %to
  %i.next = add i64 %i, 16
  br label %head

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="one_vector" "wherry-regions"="1" "wherry-vectorise" }
attributes #1 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="two_vectors" "wherry-regions"="1" "wherry-vectorise" }
attributes #2 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="divides" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
