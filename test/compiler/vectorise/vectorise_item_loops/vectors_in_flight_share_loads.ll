; RUN: wherry-opt -passes='function(loop-simplify,lcssa),vectorise-item-loops,verify' %s -o /dev/null 2>&1 | FileCheck %s
; Code without a loop, a sum of products by weights, has four vectors in flight, which share the loads of the weights.
; Two where there are no such loads, and one where the item loop may be short.

; CHECK: remark: {{.*}}vectorised, 64 work-items at once: {{.*}} 12 uniform
; CHECK: remark: {{.*}}vectorised, 32 work-items at once: {{.*}} 0 uniform
; CHECK: remark: {{.*}}vectorised, 16 work-items at once: {{.*}} 12 uniform
define void @wg.shared(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(2) %weights, float %by, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %x
  %at0 = getelementptr inbounds float, ptr addrspace(1) %from, i64 0
  %in0 = load float, ptr addrspace(1) %at0, align 4
  %tap0 = getelementptr inbounds float, ptr addrspace(2) %weights, i64 0
  %weight0 = load float, ptr addrspace(2) %tap0, align 4
  %sum0 = call float @llvm.fma.f32(float %in0, float %weight0, float 0.0)
  %at1 = getelementptr inbounds float, ptr addrspace(1) %from, i64 1
  %in1 = load float, ptr addrspace(1) %at1, align 4
  %tap1 = getelementptr inbounds float, ptr addrspace(2) %weights, i64 1
  %weight1 = load float, ptr addrspace(2) %tap1, align 4
  %sum1 = call float @llvm.fma.f32(float %in1, float %weight1, float %sum0)
  %at2 = getelementptr inbounds float, ptr addrspace(1) %from, i64 2
  %in2 = load float, ptr addrspace(1) %at2, align 4
  %tap2 = getelementptr inbounds float, ptr addrspace(2) %weights, i64 2
  %weight2 = load float, ptr addrspace(2) %tap2, align 4
  %sum2 = call float @llvm.fma.f32(float %in2, float %weight2, float %sum1)
  %at3 = getelementptr inbounds float, ptr addrspace(1) %from, i64 3
  %in3 = load float, ptr addrspace(1) %at3, align 4
  %tap3 = getelementptr inbounds float, ptr addrspace(2) %weights, i64 3
  %weight3 = load float, ptr addrspace(2) %tap3, align 4
  %sum3 = call float @llvm.fma.f32(float %in3, float %weight3, float %sum2)
  %at4 = getelementptr inbounds float, ptr addrspace(1) %from, i64 4
  %in4 = load float, ptr addrspace(1) %at4, align 4
  %tap4 = getelementptr inbounds float, ptr addrspace(2) %weights, i64 4
  %weight4 = load float, ptr addrspace(2) %tap4, align 4
  %sum4 = call float @llvm.fma.f32(float %in4, float %weight4, float %sum3)
  %at5 = getelementptr inbounds float, ptr addrspace(1) %from, i64 5
  %in5 = load float, ptr addrspace(1) %at5, align 4
  %tap5 = getelementptr inbounds float, ptr addrspace(2) %weights, i64 5
  %weight5 = load float, ptr addrspace(2) %tap5, align 4
  %sum5 = call float @llvm.fma.f32(float %in5, float %weight5, float %sum4)
  %at6 = getelementptr inbounds float, ptr addrspace(1) %from, i64 6
  %in6 = load float, ptr addrspace(1) %at6, align 4
  %tap6 = getelementptr inbounds float, ptr addrspace(2) %weights, i64 6
  %weight6 = load float, ptr addrspace(2) %tap6, align 4
  %sum6 = call float @llvm.fma.f32(float %in6, float %weight6, float %sum5)
  %at7 = getelementptr inbounds float, ptr addrspace(1) %from, i64 7
  %in7 = load float, ptr addrspace(1) %at7, align 4
  %tap7 = getelementptr inbounds float, ptr addrspace(2) %weights, i64 7
  %weight7 = load float, ptr addrspace(2) %tap7, align 4
  %sum7 = call float @llvm.fma.f32(float %in7, float %weight7, float %sum6)
  %at8 = getelementptr inbounds float, ptr addrspace(1) %from, i64 8
  %in8 = load float, ptr addrspace(1) %at8, align 4
  %tap8 = getelementptr inbounds float, ptr addrspace(2) %weights, i64 8
  %weight8 = load float, ptr addrspace(2) %tap8, align 4
  %sum8 = call float @llvm.fma.f32(float %in8, float %weight8, float %sum7)
  %at9 = getelementptr inbounds float, ptr addrspace(1) %from, i64 9
  %in9 = load float, ptr addrspace(1) %at9, align 4
  %tap9 = getelementptr inbounds float, ptr addrspace(2) %weights, i64 9
  %weight9 = load float, ptr addrspace(2) %tap9, align 4
  %sum9 = call float @llvm.fma.f32(float %in9, float %weight9, float %sum8)
  %at10 = getelementptr inbounds float, ptr addrspace(1) %from, i64 10
  %in10 = load float, ptr addrspace(1) %at10, align 4
  %tap10 = getelementptr inbounds float, ptr addrspace(2) %weights, i64 10
  %weight10 = load float, ptr addrspace(2) %tap10, align 4
  %sum10 = call float @llvm.fma.f32(float %in10, float %weight10, float %sum9)
  %at11 = getelementptr inbounds float, ptr addrspace(1) %from, i64 11
  %in11 = load float, ptr addrspace(1) %at11, align 4
  %tap11 = getelementptr inbounds float, ptr addrspace(2) %weights, i64 11
  %weight11 = load float, ptr addrspace(2) %tap11, align 4
  %sum11 = call float @llvm.fma.f32(float %in11, float %weight11, float %sum10)
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %sum11, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.one(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(2) %weights, float %by, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %x
  %at0 = getelementptr inbounds float, ptr addrspace(1) %from, i64 0
  %in0 = load float, ptr addrspace(1) %at0, align 4
  %sum0 = call float @llvm.fma.f32(float %in0, float %by, float 0.0)
  %at1 = getelementptr inbounds float, ptr addrspace(1) %from, i64 1
  %in1 = load float, ptr addrspace(1) %at1, align 4
  %sum1 = call float @llvm.fma.f32(float %in1, float %by, float %sum0)
  %at2 = getelementptr inbounds float, ptr addrspace(1) %from, i64 2
  %in2 = load float, ptr addrspace(1) %at2, align 4
  %sum2 = call float @llvm.fma.f32(float %in2, float %by, float %sum1)
  %at3 = getelementptr inbounds float, ptr addrspace(1) %from, i64 3
  %in3 = load float, ptr addrspace(1) %at3, align 4
  %sum3 = call float @llvm.fma.f32(float %in3, float %by, float %sum2)
  %at4 = getelementptr inbounds float, ptr addrspace(1) %from, i64 4
  %in4 = load float, ptr addrspace(1) %at4, align 4
  %sum4 = call float @llvm.fma.f32(float %in4, float %by, float %sum3)
  %at5 = getelementptr inbounds float, ptr addrspace(1) %from, i64 5
  %in5 = load float, ptr addrspace(1) %at5, align 4
  %sum5 = call float @llvm.fma.f32(float %in5, float %by, float %sum4)
  %at6 = getelementptr inbounds float, ptr addrspace(1) %from, i64 6
  %in6 = load float, ptr addrspace(1) %at6, align 4
  %sum6 = call float @llvm.fma.f32(float %in6, float %by, float %sum5)
  %at7 = getelementptr inbounds float, ptr addrspace(1) %from, i64 7
  %in7 = load float, ptr addrspace(1) %at7, align 4
  %sum7 = call float @llvm.fma.f32(float %in7, float %by, float %sum6)
  %at8 = getelementptr inbounds float, ptr addrspace(1) %from, i64 8
  %in8 = load float, ptr addrspace(1) %at8, align 4
  %sum8 = call float @llvm.fma.f32(float %in8, float %by, float %sum7)
  %at9 = getelementptr inbounds float, ptr addrspace(1) %from, i64 9
  %in9 = load float, ptr addrspace(1) %at9, align 4
  %sum9 = call float @llvm.fma.f32(float %in9, float %by, float %sum8)
  %at10 = getelementptr inbounds float, ptr addrspace(1) %from, i64 10
  %in10 = load float, ptr addrspace(1) %at10, align 4
  %sum10 = call float @llvm.fma.f32(float %in10, float %by, float %sum9)
  %at11 = getelementptr inbounds float, ptr addrspace(1) %from, i64 11
  %in11 = load float, ptr addrspace(1) %at11, align 4
  %sum11 = call float @llvm.fma.f32(float %in11, float %by, float %sum10)
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %sum11, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.short(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, ptr addrspace(2) %weights, float %by, i64 %size) #1 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %x
  %at0 = getelementptr inbounds float, ptr addrspace(1) %from, i64 0
  %in0 = load float, ptr addrspace(1) %at0, align 4
  %tap0 = getelementptr inbounds float, ptr addrspace(2) %weights, i64 0
  %weight0 = load float, ptr addrspace(2) %tap0, align 4
  %sum0 = call float @llvm.fma.f32(float %in0, float %weight0, float 0.0)
  %at1 = getelementptr inbounds float, ptr addrspace(1) %from, i64 1
  %in1 = load float, ptr addrspace(1) %at1, align 4
  %tap1 = getelementptr inbounds float, ptr addrspace(2) %weights, i64 1
  %weight1 = load float, ptr addrspace(2) %tap1, align 4
  %sum1 = call float @llvm.fma.f32(float %in1, float %weight1, float %sum0)
  %at2 = getelementptr inbounds float, ptr addrspace(1) %from, i64 2
  %in2 = load float, ptr addrspace(1) %at2, align 4
  %tap2 = getelementptr inbounds float, ptr addrspace(2) %weights, i64 2
  %weight2 = load float, ptr addrspace(2) %tap2, align 4
  %sum2 = call float @llvm.fma.f32(float %in2, float %weight2, float %sum1)
  %at3 = getelementptr inbounds float, ptr addrspace(1) %from, i64 3
  %in3 = load float, ptr addrspace(1) %at3, align 4
  %tap3 = getelementptr inbounds float, ptr addrspace(2) %weights, i64 3
  %weight3 = load float, ptr addrspace(2) %tap3, align 4
  %sum3 = call float @llvm.fma.f32(float %in3, float %weight3, float %sum2)
  %at4 = getelementptr inbounds float, ptr addrspace(1) %from, i64 4
  %in4 = load float, ptr addrspace(1) %at4, align 4
  %tap4 = getelementptr inbounds float, ptr addrspace(2) %weights, i64 4
  %weight4 = load float, ptr addrspace(2) %tap4, align 4
  %sum4 = call float @llvm.fma.f32(float %in4, float %weight4, float %sum3)
  %at5 = getelementptr inbounds float, ptr addrspace(1) %from, i64 5
  %in5 = load float, ptr addrspace(1) %at5, align 4
  %tap5 = getelementptr inbounds float, ptr addrspace(2) %weights, i64 5
  %weight5 = load float, ptr addrspace(2) %tap5, align 4
  %sum5 = call float @llvm.fma.f32(float %in5, float %weight5, float %sum4)
  %at6 = getelementptr inbounds float, ptr addrspace(1) %from, i64 6
  %in6 = load float, ptr addrspace(1) %at6, align 4
  %tap6 = getelementptr inbounds float, ptr addrspace(2) %weights, i64 6
  %weight6 = load float, ptr addrspace(2) %tap6, align 4
  %sum6 = call float @llvm.fma.f32(float %in6, float %weight6, float %sum5)
  %at7 = getelementptr inbounds float, ptr addrspace(1) %from, i64 7
  %in7 = load float, ptr addrspace(1) %at7, align 4
  %tap7 = getelementptr inbounds float, ptr addrspace(2) %weights, i64 7
  %weight7 = load float, ptr addrspace(2) %tap7, align 4
  %sum7 = call float @llvm.fma.f32(float %in7, float %weight7, float %sum6)
  %at8 = getelementptr inbounds float, ptr addrspace(1) %from, i64 8
  %in8 = load float, ptr addrspace(1) %at8, align 4
  %tap8 = getelementptr inbounds float, ptr addrspace(2) %weights, i64 8
  %weight8 = load float, ptr addrspace(2) %tap8, align 4
  %sum8 = call float @llvm.fma.f32(float %in8, float %weight8, float %sum7)
  %at9 = getelementptr inbounds float, ptr addrspace(1) %from, i64 9
  %in9 = load float, ptr addrspace(1) %at9, align 4
  %tap9 = getelementptr inbounds float, ptr addrspace(2) %weights, i64 9
  %weight9 = load float, ptr addrspace(2) %tap9, align 4
  %sum9 = call float @llvm.fma.f32(float %in9, float %weight9, float %sum8)
  %at10 = getelementptr inbounds float, ptr addrspace(1) %from, i64 10
  %in10 = load float, ptr addrspace(1) %at10, align 4
  %tap10 = getelementptr inbounds float, ptr addrspace(2) %weights, i64 10
  %weight10 = load float, ptr addrspace(2) %tap10, align 4
  %sum10 = call float @llvm.fma.f32(float %in10, float %weight10, float %sum9)
  %at11 = getelementptr inbounds float, ptr addrspace(1) %from, i64 11
  %in11 = load float, ptr addrspace(1) %at11, align 4
  %tap11 = getelementptr inbounds float, ptr addrspace(2) %weights, i64 11
  %weight11 = load float, ptr addrspace(2) %tap11, align 4
  %sum11 = call float @llvm.fma.f32(float %in11, float %weight11, float %sum10)
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %sum11, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

declare float @llvm.fma.f32(float, float, float)

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-regroupable" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
attributes #1 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="short" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
