; RUN: sed s/STRIDE/2/ %s | wherry-opt -passes=vectorise-item-loops,verify - 2>&1 | FileCheck %s --check-prefixes=CHECK,TWO
; RUN: sed s/STRIDE/4/ %s | wherry-opt -passes=vectorise-item-loops,verify - 2>&1 | FileCheck %s --check-prefixes=CHECK,FOUR
; RUN: sed s/STRIDE/5/ %s | wherry-opt -passes=vectorise-item-loops,verify - 2>&1 | FileCheck %s --check-prefixes=CHECK,FIVE
; Every second to fourth element comes by contiguous loads and a shuffle. The last load ends with the last lane's
; element, as memory behind that may not exist. Larger strides gather.

; TWO:         1 of members, 0 gathers
; FOUR:        1 of members, 0 gathers
; FIVE:        0 of members, 1 gathers
; CHECK-LABEL: @wg.pick(
; TWO:         %[[FIRST:.*]] = getelementptr i32, ptr addrspace(1) %in,
; TWO:         %[[A:.*]] = load <4 x i32>, ptr addrspace(1) %{{.*}}, align 4
; TWO:         %[[SECOND:.*]] = getelementptr i32, ptr addrspace(1) %[[FIRST]], i64 3
; TWO:         %[[B:.*]] = load <4 x i32>, ptr addrspace(1) %[[SECOND]], align 4
; TWO:         %[[ALL:.*]] = shufflevector <4 x i32> %[[A]], <4 x i32> %[[B]], <8 x i32>
; TWO:         shufflevector <8 x i32> %[[ALL]], <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 5, i32 7>
; FOUR:        getelementptr i32, ptr addrspace(1) %{{.*}}, i64 4
; FOUR:        getelementptr i32, ptr addrspace(1) %{{.*}}, i64 8
; FOUR:        getelementptr i32, ptr addrspace(1) %{{.*}}, i64 9
; FOUR:        shufflevector <16 x i32> %{{.*}}, <4 x i32> <i32 0, i32 4, i32 8, i32 15>
; FIVE:        call <4 x i32> @llvm.masked.gather.v4i32.v4p1({{.*}}, <4 x i1> splat (i1 true)
define void @wg.pick(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %index = mul i64 %x, STRIDE
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %index
  %value = load i32, ptr addrspace(1) %from, align 4
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="pick" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
