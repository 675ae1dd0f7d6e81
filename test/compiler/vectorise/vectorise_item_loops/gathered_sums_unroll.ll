; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; RUN: sed 's/fadd float/fadd reassoc float/' %s | wherry-opt -passes=vectorise-item-loops,verify - | FileCheck %s --check-prefix=REASSOC
; Vectors would not pay for a short loop that adds up what it gathers, as for a row of a sparse matrix. LLVM is asked to
; unroll it 8 times instead. Sums that LLVM may reorder are left to it.

; CHECK:       not vectorised: it would not pay
; CHECK:       br i1 %end, label %left, label %loop, !llvm.loop ![[LOOP:[0-9]+]]
; CHECK:       ![[LOOP]] = distinct !{![[LOOP]], ![[COUNT:[0-9]+]]}
; CHECK:       ![[COUNT]] = !{!"llvm.loop.unroll.count", i32 8}
; REASSOC-NOT: llvm.loop.unroll.count
define void @wg.sparse(ptr addrspace(1) %start, ptr addrspace(1) %column, ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %start.at = getelementptr inbounds i64, ptr addrspace(1) %start, i64 %x
  %first = load i64, ptr addrspace(1) %start.at, align 8
  %last.at = getelementptr inbounds i8, ptr addrspace(1) %start.at, i64 8
  %last = load i64, ptr addrspace(1) %last.at, align 8
  br label %loop

loop:
  %k = phi i64 [ %first, %body ], [ %later, %loop ]
  %sum = phi float [ 0.0, %body ], [ %more, %loop ]
  %column.at = getelementptr inbounds i64, ptr addrspace(1) %column, i64 %k
  %which = load i64, ptr addrspace(1) %column.at, align 8
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %which
  %value = load float, ptr addrspace(1) %from, align 4
  %more = fadd float %sum, %value
  %later = add nuw nsw i64 %k, 1
  %end = icmp eq i64 %later, %last
  br i1 %end, label %left, label %loop

left:
  %result = phi float [ %more, %loop ]
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %result, ptr addrspace(1) %to, align 4
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
