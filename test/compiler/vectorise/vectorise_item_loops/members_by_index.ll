; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; Indices that differ by a constant are of members, also where the constant is added in front of an extension that it
; does not wrap around in, and where a bit is set that is always 0: bytes 4 * x to 4 * x + 3, 2 * x and 2 * x + 1.

; CHECK:       2 of members, 0 gathers, 0 scatters
; CHECK:       2 of members, 0 gathers, 0 scatters
; CHECK:       2 of members, 0 gathers, 0 scatters
; CHECK-LABEL: @wg.bits(
; CHECK:       load <4 x i32>
; CHECK-LABEL: @wg.signed(
; CHECK:       load <4 x i8>
; CHECK:       load <4 x i8>
; CHECK-LABEL: @wg.unsigned(
; CHECK:       load <4 x i8>
; CHECK:       load <4 x i8>
define void @wg.bits(ptr addrspace(1) %from, ptr addrspace(1) %to, i32 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %i0 = shl nuw nsw i64 %x, 2
  %i1 = or disjoint i64 %i0, 1
  %i2 = or disjoint i64 %i0, 2
  %i3 = or disjoint i64 %i0, 3
  %at0 = getelementptr inbounds i8, ptr addrspace(1) %from, i64 %i0
  %v0 = load i8, ptr addrspace(1) %at0, align 1
  %at1 = getelementptr inbounds i8, ptr addrspace(1) %from, i64 %i1
  %v1 = load i8, ptr addrspace(1) %at1, align 1
  %at2 = getelementptr inbounds i8, ptr addrspace(1) %from, i64 %i2
  %v2 = load i8, ptr addrspace(1) %at2, align 1
  %at3 = getelementptr inbounds i8, ptr addrspace(1) %from, i64 %i3
  %v3 = load i8, ptr addrspace(1) %at3, align 1
  %to0 = getelementptr inbounds i8, ptr addrspace(1) %to, i64 %i0
  store i8 %v3, ptr addrspace(1) %to0, align 1
  %to1 = getelementptr inbounds i8, ptr addrspace(1) %to, i64 %i1
  store i8 %v2, ptr addrspace(1) %to1, align 1
  %to2 = getelementptr inbounds i8, ptr addrspace(1) %to, i64 %i2
  store i8 %v1, ptr addrspace(1) %to2, align 1
  %to3 = getelementptr inbounds i8, ptr addrspace(1) %to, i64 %i3
  store i8 %v0, ptr addrspace(1) %to3, align 1
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.signed(ptr addrspace(1) %from, ptr addrspace(1) %to, i32 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %short = trunc i64 %x to i32
  %twice = mul nsw i32 %short, 2
  %plus = add nsw i32 %twice, 1
  %i0 = sext i32 %twice to i64
  %i1 = sext i32 %plus to i64
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

define void @wg.unsigned(ptr addrspace(1) %from, ptr addrspace(1) %to, i32 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %short = trunc i64 %x to i32
  %twice = mul nuw i32 %short, 2
  %plus = add nuw i32 %twice, 1
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
