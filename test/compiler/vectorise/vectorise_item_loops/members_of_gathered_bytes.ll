; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; RUN: sed 's/+avx512bw,+avx512vl/+avx2/' %s | wherry-opt -passes=vectorise-item-loops,verify 2>&1 | FileCheck %s --check-prefix=LOADS
; Members of less than 32 bits at divergent places, such as a pixel's: with AVX-512 all of a lane's are gathered as one
; integer, whose shifts are the members, in place of a load and an insertion for each lane.

; CHECK:       1 of members, 0 gathers
; CHECK-LABEL: @wg.sums(
; CHECK:       %[[ALL:.*]] = call <16 x i32> @llvm.masked.gather.v16i32.v16p1(<16 x ptr addrspace(1)> align 2 %
; CHECK:       trunc <16 x i32> %[[ALL]] to <16 x i16>
; CHECK:       %[[HIGH:.*]] = lshr <16 x i32> %[[ALL]], splat (i32 16)
; CHECK:       trunc <16 x i32> %[[HIGH]] to <16 x i16>
; LOADS-LABEL: @wg.sums(
; LOADS-COUNT-16: load <2 x i16>, ptr addrspace(1) %{{.*}}, align 2
define void @wg.sums(ptr addrspace(1) %index, ptr addrspace(1) %pairs, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %index.at = getelementptr inbounds i64, ptr addrspace(1) %index, i64 %x
  %which = load i64, ptr addrspace(1) %index.at, align 8
  %pair = getelementptr inbounds { i16, i16 }, ptr addrspace(1) %pairs, i64 %which
  %first = load i16, ptr addrspace(1) %pair, align 2
  %second.at = getelementptr inbounds i8, ptr addrspace(1) %pair, i64 2
  %second = load i16, ptr addrspace(1) %second.at, align 2
  %sum = add i16 %first, %second
  %to = getelementptr inbounds i16, ptr addrspace(1) %out, i64 %x
  store i16 %sum, ptr addrspace(1) %to, align 2
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="sums" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 16}
