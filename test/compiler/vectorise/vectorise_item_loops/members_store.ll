; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; Stores to all members of neighbouring structures are contiguous stores of interleaved members, made where the last of
; them stands. Under a mask, a lane's bit is repeated for each of its members.

; CHECK:       1 of members, 0 gathers, 0 scatters
; CHECK-LABEL: @wg.swap(
; CHECK:       %[[A:.*]] = load <4 x i32>
; CHECK:       %[[B:.*]] = load <4 x i32>
; CHECK:       %[[LOW:.*]] = shufflevector <4 x i32> %[[B]], <4 x i32> %[[A]], <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK:       %[[HIGH:.*]] = shufflevector <4 x i32> %[[B]], <4 x i32> %[[A]], <4 x i32> <i32 2, i32 6, i32 3, i32 7>
; CHECK:       store <4 x i32> %[[LOW]]
; CHECK:       store <4 x i32> %[[HIGH]]
; CHECK:       shufflevector <4 x i1> %{{.*}}, <4 x i1> poison, <4 x i32> <i32 0, i32 0, i32 1, i32 1>
; CHECK:       call void @llvm.masked.store
; CHECK:       shufflevector <4 x i1> %{{.*}}, <4 x i1> poison, <4 x i32> <i32 2, i32 2, i32 3, i32 3>
; CHECK:       call void @llvm.masked.store
define void @wg.swap(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %pairs, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %a.at = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %x
  %first = load i32, ptr addrspace(1) %a.at, align 4
  %b.at = getelementptr inbounds i32, ptr addrspace(1) %b, i64 %x
  %second = load i32, ptr addrspace(1) %b.at, align 4
  %pair = getelementptr inbounds { i32, i32 }, ptr addrspace(1) %pairs, i64 %x
  %second.to = getelementptr inbounds i8, ptr addrspace(1) %pair, i64 4
  store i32 %first, ptr addrspace(1) %second.to, align 4
  store i32 %second, ptr addrspace(1) %pair, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="swap" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
