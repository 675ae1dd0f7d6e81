; RUN: wherry-opt -passes='function(unroll-arrays)' %s | FileCheck %s
; A product of two matrices of 4 x 4 floats, of which addresses are more than half until its loops are unrolled: 6
; instructions are left of each of 64 steps.

; CHECK-LABEL: @product(
; CHECK:       br label %by.k, !llvm.loop [[K:![0-9]+]]
; CHECK:       br label %by.j, !llvm.loop [[J:![0-9]+]]
; CHECK:       br label %by.i, !llvm.loop [[I:![0-9]+]]
; CHECK-DAG:   [[K]] = distinct !{[[K]], [[FULL:![0-9]+]]}
; CHECK-DAG:   [[J]] = distinct !{[[J]], [[FULL]]}
; CHECK-DAG:   [[I]] = distinct !{[[I]], [[FULL]]}
; CHECK-DAG:   [[FULL]] = !{!"llvm.loop.unroll.full", i32 1}
define void @product(ptr addrspace(1) %out) {
entry:
  %a = alloca [16 x float]
  %b = alloca [16 x float]
  %c = alloca [16 x float]
  br label %by.i

by.i:
  %i = phi i32 [ 0, %entry ], [ %i.next, %i.end ]
  %i.more = icmp ult i32 %i, 4
  br i1 %i.more, label %by.j, label %done

by.j:
  %j = phi i32 [ 0, %by.i ], [ %j.next, %j.end ]
  %j.more = icmp ult i32 %j, 4
  br i1 %j.more, label %by.k, label %i.end

by.k:
  %k = phi i32 [ 0, %by.j ], [ %k.next, %step ]
  %k.more = icmp ult i32 %k, 4
  br i1 %k.more, label %step, label %j.end

step:
  %row.i = shl nuw nsw i32 %i, 2
  %of.a = or disjoint i32 %row.i, %k
  %a.index = zext nneg i32 %of.a to i64
  %a.at = getelementptr inbounds float, ptr %a, i64 %a.index
  %row.j = shl nuw nsw i32 %j, 2
  %of.b = or disjoint i32 %row.j, %k
  %b.index = zext nneg i32 %of.b to i64
  %b.at = getelementptr inbounds float, ptr %b, i64 %b.index
  %of.c = or disjoint i32 %row.i, %j
  %c.index = zext nneg i32 %of.c to i64
  %c.at = getelementptr inbounds float, ptr %c, i64 %c.index
  %of.first = load float, ptr %a.at
  %of.second = load float, ptr %b.at
  %sum = load float, ptr %c.at
  %product = fmul float %of.first, %of.second
  %more = fadd float %sum, %product
  store float %more, ptr %c.at
  %k.next = add nuw nsw i32 %k, 1
  br label %by.k

j.end:
  %j.next = add nuw nsw i32 %j, 1
  br label %by.j

i.end:
  %i.next = add nuw nsw i32 %i, 1
  br label %by.i

done:
  %value = load float, ptr %c
  store float %value, ptr addrspace(1) %out
  ret void
}
