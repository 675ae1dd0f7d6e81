; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; A constant table of no more than two registers, of 32 bits an element, which no index leaves, is loaded whole; each
; lane's element is permuted out of the registers.

; CHECK:       0 gathers, 0 scatters, 0 lane by lane, 1 out of tables in registers
; CHECK-LABEL: @wg.of_floats(
; CHECK:       %[[TABLE:.*]] = load <16 x i32>, ptr addrspace(2) @floats, align 1
; CHECK:       call <16 x i32> @llvm.x86.avx512.permvar.si.512(
; CHECK:       bitcast <16 x i32> %{{.*}} to <16 x float>
; CHECK-LABEL: @wg.of_bytes(
; CHECK:       %[[TABLE:.*]] = load <32 x i8>, ptr addrspace(2) @bytes, align 1
; CHECK:       %[[WIDE:.*]] = zext <32 x i8> %[[TABLE]] to <32 x i32>
; CHECK:       shufflevector <32 x i32> %[[WIDE]], <32 x i32> poison, <16 x i32> <i32 0,
; CHECK:       shufflevector <32 x i32> %[[WIDE]], <32 x i32> poison, <16 x i32> <i32 16,
; CHECK:       %[[UPPER:.*]] = icmp uge <16 x i32> %{{.*}}, splat (i32 16)
; CHECK:       select <16 x i1> %[[UPPER]]
; CHECK:       trunc <16 x i32> %{{.*}} to <16 x i8>
@floats = private addrspace(2) constant [16 x float] zeroinitializer
@bytes = private addrspace(2) constant [32 x i8] zeroinitializer
@short = private addrspace(2) constant [15 x float] zeroinitializer
@variable = private addrspace(2) global [16 x float] zeroinitializer

define void @wg.of_floats(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
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
  %from = getelementptr inbounds float, ptr addrspace(2) @floats, i64 %index
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

define void @wg.of_bytes(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %in.at = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %x
  %which = load i8, ptr addrspace(1) %in.at, align 1
  %part = and i8 %which, 31
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
