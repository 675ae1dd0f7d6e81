; RUN: wherry-opt -passes=vectorise-item-loops,verify %s | FileCheck %s
; The scalar loop that stays, of a loop with a loop in it, is not unrolled: that would be the same code many times.

; CHECK-LABEL: @wg.sparse(
; CHECK:       br i1 %again, label %items, label %done, !llvm.loop ![[LOOP:[0-9]+]], !wherry.item_loop
; CHECK:       ![[LOOP]] = distinct !{![[LOOP]], ![[ROLLED:[0-9]+]]}
; CHECK:       ![[ROLLED]] = !{!"llvm.loop.unroll.disable", i32 1}
define void @wg.sparse(ptr addrspace(1) %start, ptr addrspace(1) %column, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %start.at = getelementptr inbounds i64, ptr addrspace(1) %start, i64 %x
  %first = load i64, ptr addrspace(1) %start.at, align 8
  br label %loop

loop:
  %k = phi i64 [ %first, %body ], [ %which, %loop ]
  %column.at = getelementptr inbounds i64, ptr addrspace(1) %column, i64 %k
  %which = load i64, ptr addrspace(1) %column.at, align 8
  %mark.at = getelementptr inbounds i64, ptr addrspace(1) %out, i64 %which
  store i64 %k, ptr addrspace(1) %mark.at, align 8
  %end = icmp eq i64 %which, 0
  br i1 %end, label %left, label %loop

left:
  %result = phi i64 [ %k, %loop ]
  %to = getelementptr inbounds i64, ptr addrspace(1) %out, i64 %first
  store i64 %result, ptr addrspace(1) %to, align 8
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="sparse" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
