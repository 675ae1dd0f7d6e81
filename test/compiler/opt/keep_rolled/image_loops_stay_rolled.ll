; RUN: wherry-opt -passes='function(keep-image-loops-rolled,loop(loop-unroll-full)),verify' %s | FileCheck %s
; RUN: wherry-opt -passes='loop(loop-unroll-full),verify' %s | FileCheck %s --check-prefix=UNROLLED
; All loops around a few accesses to images of any format stay loops, so that code for an access may stand inline.

; CHECK-LABEL: @mean(
; CHECK:       columns:
; CHECK:       call <4 x float> @__wherry_image_fetch_float(
; CHECK-NOT:   call <4 x float> @__wherry_image_fetch_float(
; CHECK:       br i1 {{.*}}, label %columns, label %rows.end, !llvm.loop ![[INNER:[0-9]+]]
; CHECK:       br i1 {{.*}}, label %rows, label %done, !llvm.loop ![[OUTER:[0-9]+]]
; CHECK-DAG:   ![[INNER]] = distinct !{![[INNER]], ![[DISABLE:[0-9]+]]}
; CHECK-DAG:   ![[OUTER]] = distinct !{![[OUTER]], ![[DISABLE]]}
; CHECK-DAG:   ![[DISABLE]] = !{!"llvm.loop.unroll.disable"}
; UNROLLED-COUNT-5: %texel{{.*}} = call <4 x float> @__wherry_image_fetch_float(
define void @mean(ptr addrspace(1) %image, i64 %sampler) {
entry:
  br label %rows

rows:
  %j = phi i32 [ 0, %entry ], [ %j.next, %rows.end ]
  br label %columns

columns:
  %i = phi i32 [ 0, %rows ], [ %i.next, %columns ]
  %texel = call <4 x float> @__wherry_image_fetch_float(ptr addrspace(1) %image, i64 18, i32 2, i32 %i, i32 %j, i32 0, i32 0)
  call void @use(<4 x float> %texel)
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp ne i32 %i.next, 5
  br i1 %more, label %columns, label %rows.end

rows.end:
  %j.next = add nuw nsw i32 %j, 1
  %again = icmp ne i32 %j.next, 5
  br i1 %again, label %rows, label %done

done:
  ret void
}
declare <4 x float> @__wherry_image_fetch_float(ptr addrspace(1), i64, i32, i32, i32, i32, i32) memory(read)
declare <4 x float> @__wherry_image_sample_float(ptr addrspace(1), i64, i32, float, float, float, float) memory(read)
declare void @__wherry_image_store_float(ptr addrspace(1), i64, i32, i32, i32, i32, i32, float, float, float, float)
declare void @use(<4 x float>)
