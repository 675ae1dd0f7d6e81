; RUN: wherry-opt -passes='keep-block-loops-rolled,loop(loop-unroll-full),verify' %s | FileCheck %s --check-prefix=KEPT
; RUN: wherry-opt -passes='function(keep-block-loops-rolled),for-kernels<block_loops>(release-block-loops,loop(loop-unroll-full))' %s | FileCheck %s
; A block's loop that has become no dimension is unrolled after all; other kernels' code is left alone.

; KEPT-LABEL: @wg.block(
; KEPT:       phi i64
; CHECK-LABEL: @wg.block(
; CHECK-NOT:   phi
; CHECK-COUNT-4: store i32 1
; CHECK-LABEL: @wg.other(
; CHECK:       phi i64
define void @wg.block(ptr %args, ptr %context) "wherry-kernel"="block" {
entry:
  %out = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %begin = shl i64 %id, 2
  br label %head

head:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp ne i64 %k, 4
  br i1 %more, label %body, label %end

body:
  %i = or disjoint i64 %begin, %k
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 1, ptr addrspace(1) %at
  %next = add nuw nsw i64 %k, 1
  br label %head

end:
  ret void
}

define void @wg.other(ptr %args, ptr %context) "wherry-kernel"="other" {
entry:
  %out = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  br label %head

head:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp ne i64 %k, 4
  br i1 %more, label %body, label %end

body:
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %k
  store i32 1, ptr addrspace(1) %at
  %next = add nuw nsw i64 %k, 1
  br label %head, !llvm.loop !1

end:
  ret void
}
declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
!0 = !{}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.unroll.disable"}
