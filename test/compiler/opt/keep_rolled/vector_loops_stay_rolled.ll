; RUN: wherry-opt -passes='function(keep-vector-loops-rolled,loop(loop-unroll-full)),verify' %s | FileCheck %s
; Unrolled, the loop would have 25 loads of vectors from arguments' memory: it stays one around a row that is unrolled.

; CHECK-LABEL: @window(
; CHECK:       rows:
; CHECK-COUNT-5: load <4 x float>
; CHECK-NOT:   load <4 x float>
; CHECK:       br i1 %{{.*}}, label %rows, label %done, !llvm.loop ![[LOOP:[0-9]+]]
define void @window(ptr addrspace(1) %in) {
entry:
  br label %rows
rows:
  %j = phi i64 [ 0, %entry ], [ %j.next, %rows.end ]
  %row = getelementptr <4 x float>, ptr addrspace(1) %in, i64 %j
  br label %columns
columns:
  %i = phi i64 [ 0, %rows ], [ %i.next, %columns ]
  %at = getelementptr <4 x float>, ptr addrspace(1) %row, i64 %i
  %one = load <4 x float>, ptr addrspace(1) %at, align 16
  call void @use(<4 x float> %one)
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, 5
  br i1 %more, label %columns, label %rows.end
rows.end:
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp ne i64 %j.next, 5
  br i1 %again, label %rows, label %done
done:
  ret void
}

declare void @use(<4 x float>)

; CHECK-DAG: ![[LOOP]] = distinct !{![[LOOP]], ![[DISABLE:[0-9]+]]}
; CHECK-DAG: ![[DISABLE]] = !{!"llvm.loop.unroll.disable"}
