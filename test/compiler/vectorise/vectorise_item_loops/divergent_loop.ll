; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; Lanes leave this loop in different iterations. Iterations go on until no lane is left in the mask, and a lane that
; has left keeps its value by a select.

; CHECK-LABEL: @wg.halve(
; CHECK:       %[[LANES:.*]] = phi <4 x i1>
; CHECK:       %[[HALF:.*]] = lshr <4 x i32> %{{.*}}, splat (i32 1)
; CHECK:       %[[MORE:.*]] = icmp ugt <4 x i32> %[[HALF]], splat (i32 100)
; CHECK:       %[[STAY:.*]] = select <4 x i1> %[[LANES]], <4 x i1> %[[MORE]], <4 x i1> zeroinitializer
; CHECK:       %[[BITS:.*]] = bitcast <4 x i1> %[[STAY]] to i4
; CHECK:       %[[ANY:.*]] = icmp ne i4 %[[BITS]], 0
; CHECK:       br i1 %[[ANY]]
; CHECK:       store <4 x i32>
define void @wg.halve(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %start = load i32, ptr addrspace(1) %from, align 4
  br label %loop

loop:
  %value = phi i32 [ %start, %body ], [ %half, %loop ]
  %half = lshr i32 %value, 1
  %more = icmp ugt i32 %half, 100
  br i1 %more, label %loop, label %left

left:
  %result = phi i32 [ %half, %loop ]
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %result, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="halve" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
