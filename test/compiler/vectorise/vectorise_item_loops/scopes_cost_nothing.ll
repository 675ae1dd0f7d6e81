; RUN: wherry-opt -passes=vectorise-item-loops,verify -disable-output %s 2>&1 | FileCheck %s
; Statements of LLVM's inliner on memory, which functions with restrict pointers leave, are no instructions to the cost
; model.

; CHECK: vectorised, 4 work-items at once: {{.*}} about [[VECTOR:[0-9]+]] instructions for [[SCALAR:[0-9]+]]
; CHECK: vectorised, 4 work-items at once: {{.*}} about [[VECTOR]] instructions for [[SCALAR]]
define void @wg.plain(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %from = getelementptr float, ptr addrspace(1) %in, i64 %x
  %value = load float, ptr addrspace(1) %from, align 4
  %twice = fadd float %value, %value
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %twice, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.scopes(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  call void @llvm.experimental.noalias.scope.decl(metadata !2)
  %from = getelementptr float, ptr addrspace(1) %in, i64 %x
  %value = load float, ptr addrspace(1) %from, align 4
  %twice = fadd float %value, %value
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %twice, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
!2 = !{!3}
!3 = distinct !{!3, !4}
!4 = distinct !{!4}
