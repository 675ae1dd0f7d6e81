; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; What is added in front of an extension makes no member where the sum may wrap around: 2 * x - 1 is far from 2 * x in
; lane 0, as 32 bits are extended without a sign, and 2 * x + n is anywhere. Each is an access by steps of two.

; CHECK-COUNT-2: 4 of members, 0 gathers, 0 scatters
define void @wg.below(ptr addrspace(1) %from, ptr addrspace(1) %to, i32 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %short = trunc i64 %x to i32
  %twice = mul nuw i32 %short, 2
  %plus = add nuw i32 %twice, -1
  %i0 = zext i32 %twice to i64
  %i1 = zext i32 %plus to i64
  %at0 = getelementptr inbounds i8, ptr addrspace(1) %from, i64 %i0
  %v0 = load i8, ptr addrspace(1) %at0, align 1
  %at1 = getelementptr inbounds i8, ptr addrspace(1) %from, i64 %i1
  %v1 = load i8, ptr addrspace(1) %at1, align 1
  %to0 = getelementptr inbounds i8, ptr addrspace(1) %to, i64 %i0
  store i8 %v1, ptr addrspace(1) %to0, align 1
  %to1 = getelementptr inbounds i8, ptr addrspace(1) %to, i64 %i1
  store i8 %v0, ptr addrspace(1) %to1, align 1
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.unknown(ptr addrspace(1) %from, ptr addrspace(1) %to, i32 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %short = trunc i64 %x to i32
  %twice = mul nuw i32 %short, 2
  %plus = add nuw i32 %twice, %n
  %i0 = zext i32 %twice to i64
  %i1 = zext i32 %plus to i64
  %at0 = getelementptr inbounds i8, ptr addrspace(1) %from, i64 %i0
  %v0 = load i8, ptr addrspace(1) %at0, align 1
  %at1 = getelementptr inbounds i8, ptr addrspace(1) %from, i64 %i1
  %v1 = load i8, ptr addrspace(1) %at1, align 1
  %to0 = getelementptr inbounds i8, ptr addrspace(1) %to, i64 %i0
  store i8 %v1, ptr addrspace(1) %to0, align 1
  %to1 = getelementptr inbounds i8, ptr addrspace(1) %to, i64 %i1
  store i8 %v0, ptr addrspace(1) %to1, align 1
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
