; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; The loop's only way out stands in a divergent branch. Its condition is uniform, but lanes come to it in different
; iterations: only the lanes of the branch leave, and a lane keeps the value of its own iteration.

; CHECK-LABEL: @wg.phase(
; CHECK:       %[[HERE:.*]] = icmp eq <4 x i32>
; CHECK:       %[[ENOUGH:.*]] = icmp ugt i32 %{{.*}}, %least
; CHECK-NOT:   br i1 %[[ENOUGH]]
; CHECK:       %[[BITS:.*]] = bitcast <4 x i1> %{{.*}} to i4
; CHECK:       %[[ANY:.*]] = icmp ne i4 %[[BITS]], 0
; CHECK:       br i1 %[[ANY]]
; CHECK:       store <4 x i32>
define void @wg.phase(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %least, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %phase = load i32, ptr addrspace(1) %from, align 4
  br label %loop

loop:
  %k = phi i32 [ 0, %body ], [ %later, %advance ]
  br label %ask

ask:
  %now = and i32 %k, 3
  %here = icmp eq i32 %now, %phase
  br i1 %here, label %branch, label %advance

branch:
  %enough = icmp ugt i32 %k, %least
  br i1 %enough, label %left, label %advance

advance:
  %later = add nuw nsw i32 %k, 1
  br label %loop

left:
  %result = phi i32 [ %k, %branch ]
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

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="phase" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
