; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; Loads and stores at loaded indices gather and scatter; the remark counts them.

; CHECK:       1 gathers, 1 scatters
; CHECK-LABEL: @wg.permute(
; CHECK:       %[[INDEX:.*]] = load <4 x i64>
; CHECK:       %[[FROM:.*]] = getelementptr{{.*}} float, ptr addrspace(1) %in, <4 x i64> %[[INDEX]]
; CHECK:       %[[VALUE:.*]] = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %[[FROM]], <4 x i1> splat (i1 true)
; CHECK:       %[[TO:.*]] = getelementptr{{.*}} float, ptr addrspace(1) %out, <4 x i64> %[[INDEX]]
; CHECK:       call void @llvm.masked.scatter.v4f32.v4p1(<4 x float> %[[VALUE]], <4 x ptr addrspace(1)> align 4 %[[TO]], <4 x i1> splat (i1 true))
define void @wg.permute(ptr addrspace(1) %index, ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %index.at = getelementptr inbounds i64, ptr addrspace(1) %index, i64 %x
  %which = load i64, ptr addrspace(1) %index.at, align 8
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %which
  %value = load float, ptr addrspace(1) %from, align 4
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %which
  store float %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="permute" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
