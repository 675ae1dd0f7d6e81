; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; The kernel knows the number that divides its index behind this pass alone, so that a variant finds the ND-range that the
; general code has. The host goes on to ask the argument.

; CHECK-LABEL: define void @wg.k({{.*}} !wherry.shape
; CHECK:       mul nuw nsw i64 {{%.*}}, 512
; CHECK-NOT:   urem
; CHECK:       ret void
; CHECK-LABEL: define zeroext i1 @shape.k(
; CHECK:       load i64, ptr {{%.*}}, align 8, !invariant.load
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" "wherry-reshaped" "wherry-local-size"="32,8,1" !wherry.args !1 !wherry.known_arguments !4 {
  %out = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 8
  %w = load i64, ptr %at.w, align 8, !invariant.load !0
  %i = call i64 @__wherry_global_id(i32 0)
  %zero = icmp eq i64 %w, 0
  %d = select i1 %zero, i64 1, i64 %w
  %column = urem i64 %i, %d
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %column
  store i64 %i, ptr addrspace(1) %to
  ret void
}
declare i64 @__wherry_global_id(i32)
!0 = !{}
!1 = !{!2, !3}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!3 = !{i32 8, i32 8, i32 8, i32 0, i1 false}
!4 = !{!5}
!5 = !{i32 1, i64 512}
