; RUN: wherry-opt -passes='vectorise-item-loops,verify,instsimplify' %s | FileCheck %s
; A loop of max(7 - x, 1) iterations, tested by "!=", as optimisers write "for (k = 0; k < 7 - x; k++)". Its bound is 1 at
; least, whatever x is: a bound of less than 1 would make the check of the index x + k fail, and work-items run one by one.

; CHECK-LABEL: @wg.cone(
; CHECK-NOT: @llvm.smin.i64
; CHECK: vector.start:
define void @wg.cone(ptr addrspace(1) %from, ptr addrspace(1) %to, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %left = sub i64 7, %x
  %times = call i64 @llvm.smax.i64(i64 %left, i64 1)
  br label %loop

loop:
  %k = phi i64 [ 0, %items ], [ %k.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %body ]
  %ends = icmp eq i64 %k, %times
  br i1 %ends, label %behind, label %body

body:
  %place = add i64 %x, %k
  %short = trunc i64 %place to i32
  %index = sext i32 %short to i64
  %at = getelementptr inbounds float, ptr addrspace(1) %from, i64 %index
  %v = load float, ptr addrspace(1) %at, align 4
  %sum.next = fadd float %sum, %v
  %k.next = add nuw nsw i64 %k, 1
  br label %loop

behind:
  %out = getelementptr inbounds float, ptr addrspace(1) %to, i64 %x
  store float %sum, ptr addrspace(1) %out, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

declare i64 @llvm.smax.i64(i64, i64)

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
