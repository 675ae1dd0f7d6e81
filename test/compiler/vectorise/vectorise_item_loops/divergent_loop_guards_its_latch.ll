; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; The header is the way out of this loop. Behind it, the last lane may have left: then the uniform load and the division
; must not run, as the load would be behind the end of its array.

; CHECK-LABEL: @wg.sums(
; CHECK:       %[[MORE:.*]] = icmp ult <4 x i64>
; CHECK:       %[[BITS:.*]] = bitcast <4 x i1> %{{.*}} to i4
; CHECK-NEXT:  %[[ANY:.*]] = icmp ne i4 %[[BITS]], 0
; CHECK-NEXT:  br i1 %[[ANY]], label %[[BODY:.*]], label %
; CHECK:       [[BODY]]:
; CHECK:       load i32, ptr addrspace(1)
; CHECK:       udiv i32
define void @wg.sums(ptr addrspace(1) %counts, ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %count.at = getelementptr inbounds i64, ptr addrspace(1) %counts, i64 %x
  %count = load i64, ptr addrspace(1) %count.at, align 8
  br label %loop

loop:
  %k = phi i64 [ 0, %body ], [ %later, %advance ]
  %sum = phi i32 [ 0, %body ], [ %more, %advance ]
  %go.on = icmp ult i64 %k, %count
  br i1 %go.on, label %advance, label %left

advance:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %k
  %value = load i32, ptr addrspace(1) %from, align 4
  %part = udiv i32 1000, %value
  %more = add i32 %sum, %part
  %later = add nuw nsw i64 %k, 1
  br label %loop

left:
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %sum, ptr addrspace(1) %to, align 4
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
!1 = !{i32 7, !"wherry.vector_width", i32 4}
