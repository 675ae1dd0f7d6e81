; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s --check-prefixes=CHECK,REGISTER
; RUN: sed 's/+avx512bw,+avx512vl/+sse2/' %s | wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' - | FileCheck %s --check-prefixes=CHECK,MEMORY
; A shuffle takes for each lane the element that the lane names. With vectors of 256 bits and more the code generator
; knows this as a permutation; otherwise the values go by way of memory.

; CHECK-LABEL: @wg.shuffle(
; MEMORY:      %[[ROW:.*]] = alloca <4 x i32>, align 64
; CHECK:       %[[PLACES:.*]] = and <4 x i32> %{{.*}}, splat (i32 3)
; REGISTER:    %[[PLACE:.*]] = extractelement <4 x i32> %[[PLACES]], i64 0
; REGISTER:    %[[VALUE:.*]] = extractelement <4 x i32> %{{.*}}, i32 %[[PLACE]]
; REGISTER:    insertelement <4 x i32> poison, i32 %[[VALUE]], i64 0
; MEMORY:      store <4 x i32> %{{.*}}, ptr %[[ROW]], align 64
; MEMORY-COUNT-4: load i32, ptr %
declare i64 @__wherry_sub_group_shuffle(i64, i32, i32) convergent memory(none)

define void @wg.shuffle(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %bits = zext i32 %value to i64
  %one.bits = call i64 @__wherry_sub_group_shuffle(i64 %bits, i32 105, i32 %value)
  %one = trunc i64 %one.bits to i32
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %one, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="shuffle" "wherry-regions"="1" "wherry-sub-group-size"="4" "wherry-sub-groups" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 0}
