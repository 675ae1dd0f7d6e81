; RUN: wherry-opt -passes=vectorise-item-loops,verify %s | FileCheck %s
; Lanes that go down memory by one element each load one vector, which ends with the first lane's element, and reverse
; it.

; CHECK-LABEL: @wg.reverse(
; CHECK:       %[[INDEX:.*]] = sub i64 %last, %{{.*}}
; CHECK:       %[[FIRST:.*]] = getelementptr{{.*}} i32, ptr addrspace(1) %in, i64 %[[INDEX]]
; CHECK:       %[[LOWEST:.*]] = getelementptr i8, ptr addrspace(1) %[[FIRST]], i64 -12
; CHECK:       %[[UP:.*]] = load <4 x i32>, ptr addrspace(1) %[[LOWEST]], align 4
; CHECK:       %[[DOWN:.*]] = shufflevector <4 x i32> %[[UP]], <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
; CHECK:       store <4 x i32> %[[DOWN]]
; Under a mask the mask is reversed too.
; CHECK:       %[[MASK:.*]] = shufflevector <4 x i1> %{{.*}}, <4 x i1> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
; CHECK:       call <4 x i32> @llvm.masked.load.v4i32.p1({{.*}}, <4 x i1> %[[MASK]],
define void @wg.reverse(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %last, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %index = sub i64 %last, %x
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

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="reverse" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
