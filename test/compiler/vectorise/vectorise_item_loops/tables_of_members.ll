; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; The members of a constant table of pairs are in a register each, which the last entry's second member does not leave.
; Of a table that is shorter than the index reaches they are members of a structure.

; CHECK:       0 of members, 0 gathers, 0 scatters, 0 lane by lane, 2 out of tables in registers
; CHECK:       1 of members, 0 gathers, 0 scatters, 0 lane by lane;
; CHECK-LABEL: @wg.of_pairs(
; CHECK:       %[[FIRST:.*]] = load <15 x i32>, ptr addrspace(2) @pairs, align 1
; CHECK-NEXT:  shufflevector <15 x i32> %[[FIRST]], <15 x i32> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
; CHECK:       call <16 x i32> @llvm.x86.avx512.permvar.si.512(
; CHECK:       load <15 x i32>, ptr addrspace(2) getelementptr (i8, ptr addrspace(2) @pairs, i64 4), align 1
; CHECK:       call <16 x i32> @llvm.x86.avx512.permvar.si.512(
@pairs = private addrspace(2) constant [16 x float] zeroinitializer
@short_pairs = private addrspace(2) constant [14 x float] zeroinitializer

define void @wg.of_pairs(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %in.at = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %x
  %which = load i8, ptr addrspace(1) %in.at, align 1
  %part = and i8 %which, 7
  %index = zext i8 %part to i64
  %from = getelementptr inbounds [2 x float], ptr addrspace(2) @pairs, i64 %index
  %first = load float, ptr addrspace(2) %from, align 4
  %second.at = getelementptr inbounds i8, ptr addrspace(2) %from, i64 4
  %second = load float, ptr addrspace(2) %second.at, align 4
  %value = fmul float %first, %second
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

define void @wg.of_short_pairs(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %in.at = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %x
  %which = load i8, ptr addrspace(1) %in.at, align 1
  %part = and i8 %which, 7
  %index = zext i8 %part to i64
  %from = getelementptr inbounds [2 x float], ptr addrspace(2) @short_pairs, i64 %index
  %first = load float, ptr addrspace(2) %from, align 4
  %second.at = getelementptr inbounds i8, ptr addrspace(2) %from, i64 4
  %second = load float, ptr addrspace(2) %second.at, align 4
  %value = fmul float %first, %second
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

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="table" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 16}
