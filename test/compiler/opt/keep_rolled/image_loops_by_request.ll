; RUN: wherry-opt -passes=keep-image-loops-rolled %s | FileCheck %s
; What a program asks for stays, as does a loop without accesses to images.

; CHECK-LABEL: @asked(
; CHECK:       br i1 {{.*}}, label %columns, label %rows.end, !llvm.loop ![[ASKED:[0-9]+]]
; CHECK:       br i1 {{.*}}, label %rows, label %done, !llvm.loop ![[KEPT:[0-9]+]]
; CHECK-LABEL: @others(
; CHECK-NOT:   !llvm.loop !{{[0-9]+$}}
; CHECK:       ![[ASKED]] = distinct !{![[ASKED]], ![[ENABLE:[0-9]+]]}
; CHECK:       ![[ENABLE]] = !{!"llvm.loop.unroll.enable"}
; CHECK:       ![[KEPT]] = distinct !{![[KEPT]], ![[DISABLE:[0-9]+]]}
; CHECK:       ![[DISABLE]] = !{!"llvm.loop.unroll.disable"}
define void @asked(ptr addrspace(1) %image, i64 %sampler) {
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
  br i1 %more, label %columns, label %rows.end, !llvm.loop !0

rows.end:
  %j.next = add nuw nsw i32 %j, 1
  %again = icmp ne i32 %j.next, 5
  br i1 %again, label %rows, label %done

done:
  ret void
}

define void @others(ptr addrspace(1) %image, i64 %sampler) {
entry:
  br label %rows

rows:
  %j = phi i32 [ 0, %entry ], [ %j.next, %rows.end ]
  br label %columns

columns:
  %i = phi i32 [ 0, %rows ], [ %i.next, %columns ]
  call void @use(<4 x float> zeroinitializer)
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

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.enable"}
