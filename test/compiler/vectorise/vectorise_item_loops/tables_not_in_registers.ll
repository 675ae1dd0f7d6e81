; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; Gathers: an index may leave the table, the table may change, or has more elements than two registers.

; CHECK-COUNT-3: 1 gathers
; CHECK-LABEL: @wg.may_leave(
; CHECK:       call <16 x float> @llvm.masked.gather
; CHECK-LABEL: @wg.may_change(
; CHECK:       call <16 x float> @llvm.masked.gather
; CHECK-LABEL: @wg.large(
; CHECK:       call <16 x i32> @llvm.masked.gather
@floats = private addrspace(2) constant [16 x float] zeroinitializer
@bytes = private addrspace(2) constant [64 x i8] zeroinitializer
@short = private addrspace(2) constant [15 x float] zeroinitializer
@variable = private addrspace(2) global [16 x float] zeroinitializer

define void @wg.may_leave(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %in.at = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %x
  %which = load i8, ptr addrspace(1) %in.at, align 1
  %part = and i8 %which, 15
  %index = zext i8 %part to i64
  %from = getelementptr inbounds float, ptr addrspace(2) @short, i64 %index
  %value = load float, ptr addrspace(2) %from, align 4
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

define void @wg.may_change(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %in.at = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %x
  %which = load i8, ptr addrspace(1) %in.at, align 1
  %part = and i8 %which, 15
  %index = zext i8 %part to i64
  %from = getelementptr inbounds float, ptr addrspace(2) @variable, i64 %index
  %value = load float, ptr addrspace(2) %from, align 4
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

define void @wg.large(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %in.at = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %x
  %which = load i8, ptr addrspace(1) %in.at, align 1
  %part = and i8 %which, 63
  %index = zext i8 %part to i64
  %from = getelementptr inbounds i8, ptr addrspace(2) @bytes, i64 %index
  %value = load i8, ptr addrspace(2) %from, align 1
  %to = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %x
  store i8 %value, ptr addrspace(1) %to, align 1
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="table" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 16}
