; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; An unsigned index, x + (uint)k with k from 0 down to -n: its parts are taken as signed numbers, and the sum must not
; be below 0. Taken as unsigned numbers, k would leave its bounds in each launch, and each lane would be run alone.

; CHECK:       2 contiguous accesses, {{.*}} 0 gathers, 0 scatters
; CHECK-LABEL: @wg.window(
; CHECK:       sext i32 %from to i64
; CHECK:       sext i32 %last to i64
; CHECK:       icmp sge i64 %{{.*}}, 0
; CHECK:       icmp sle i64 %{{.*}}, 4294967295
; CHECK:       select i1 %{{.*}}, i64 4, i64
define void @wg.window(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %from, i32 %last, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %x.low = trunc i64 %x to i32
  %first = add i32 %x.low, %from
  br label %loop

loop:
  %k = phi i32 [ 0, %items ], [ %k.next, %loop ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %loop ]
  %index = add i32 %first, %k
  %long = zext i32 %index to i64
  %place = getelementptr inbounds float, ptr addrspace(1) %in, i64 %long
  %value = load float, ptr addrspace(1) %place, align 4
  %sum.next = fadd float %sum, %value
  %k.next = add i32 %k, -1
  %more = icmp ne i32 %k.next, %last
  br i1 %more, label %loop, label %behind

behind:
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %sum.next, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="window" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
