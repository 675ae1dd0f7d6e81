; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; An id whose bits are put together otherwise: a run-time check asks whether the lanes' elements lie in a register's
; length before or behind the first lane's, all in one page; then two contiguous loads are permuted.

; CHECK-LABEL: define void @wg.swap(
; CHECK:       %[[INDEX:.*]] = xor <16 x i32> %{{.*}}, splat (i32 5)
; CHECK:       by.lane{{.*}}:
; CHECK:       %[[FIRST:.*]] = extractelement <16 x i32> %[[INDEX]], i64 0
; CHECK-NEXT:  %[[AT_START:.*]] = icmp ult i32 %[[FIRST]], 16
; CHECK-NEXT:  %[[BEFORE:.*]] = sub i32 %[[FIRST]], 16
; CHECK-NEXT:  %[[LOW:.*]] = select i1 %[[AT_START]], i32 0, i32 %[[BEFORE]]
; CHECK:       %[[PLACES:.*]] = sub <16 x i32> %[[INDEX]],
; CHECK-NEXT:  %[[LONG:.*]] = sext i32 %[[LOW]] to i64
; CHECK-NEXT:  %[[BEGIN:.*]] = getelementptr float, ptr addrspace(1) %in, i64 %[[LONG]]
; CHECK:       icmp ult <16 x i32> %[[PLACES]], splat (i32 32)
; CHECK:       icmp sle i32 %[[LOW]], 2147483615
; CHECK:       and i64 %{{.*}}, 4095
; CHECK-NEXT:  icmp ule i64 %{{.*}}, 3968
; CHECK:       near{{.*}}:
; CHECK:       load <16 x i32>, ptr addrspace(1) %{{.*}}, align 4
; CHECK:       load <16 x i32>, ptr addrspace(1) %{{.*}}, align 4
; CHECK:       call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(
; CHECK:       by.lane{{.*}}:
; CHECK:       call <16 x float> @llvm.masked.gather
define void @wg.swap(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %small = trunc i64 %x to i32
  %index = xor i32 %small, 5
  %at = sext i32 %index to i64
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %at
  %value = load float, ptr addrspace(1) %from, align 4
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %value, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; Bytes are taken out of words, which begin at most three bytes before the first element.
; CHECK-LABEL: define void @wg.bytes(
; CHECK:       %[[SKIPPED:.*]] = and i64 %{{.*}}, 3{{$}}
; CHECK:       icmp ult <16 x i64> %{{.*}}, splat (i64 125)
; CHECK:       near{{.*}}:
; CHECK:       sub i64 0, %[[SKIPPED]]
; CHECK:       load <16 x i32>, ptr addrspace(1) %{{.*}}, align 4
; CHECK:       call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(
; CHECK:       lshr <16 x i32>
; CHECK:       by.lane{{.*}}:
define void @wg.bytes(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %block = and i64 %x, -32
  %place = and i64 %x, 31
  %turned = sub i64 31, %place
  %at = or i64 %block, %turned
  %from = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %at
  %value = load i8, ptr addrspace(1) %from, align 1
  %to = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %x
  store i8 %value, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; Not a stride, nor an index from memory, nor of a variable whose length is known: a load behind its end means nothing.
; CHECK-LABEL: define void @wg.others(
; CHECK-NOT:   call {{.*}}vpermi2var
@table = private constant [40 x float] zeroinitializer
define void @wg.others(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %strided = mul i64 %x, 5
  %from.0 = getelementptr inbounds float, ptr addrspace(1) %in, i64 %strided
  %value.0 = load float, ptr addrspace(1) %from.0, align 4
  %from.1 = getelementptr inbounds i64, ptr addrspace(1) %in, i64 %x
  %index = load i64, ptr addrspace(1) %from.1, align 8
  %from.2 = getelementptr inbounds float, ptr addrspace(1) %in, i64 %index
  %value.2 = load float, ptr addrspace(1) %from.2, align 4
  %place = urem i64 %x, 37
  %from.3 = getelementptr inbounds float, ptr @table, i64 %place
  %value.3 = load float, ptr %from.3, align 4
  %sum = fadd float %value.0, %value.2
  %value = fadd float %sum, %value.3
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %value, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512f,+avx512bw,+avx512dq,+avx512vl" "wherry-kernel"="near" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 16}
