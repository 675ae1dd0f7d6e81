; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; A loop over independent iterations becomes dimension 1. Its buffers must lie apart, and the host asks how often the loop
; runs, and whether the iterations' stores lie apart.

; CHECK:       define void @wg.k.reshaped({{.*}} [[FACTS:#[0-9]+]] !wherry.shape
; CHECK:       [[COUNTER:%.*]] = call i64 @__wherry_global_id(i32 1)
; CHECK-NOT:   phi
; CHECK:       %place = add i64 %first, [[COUNTER]]
; CHECK-NOT:   phi
; CHECK:       ret void

; CHECK:       define zeroext i1 @shape.k(
; CHECK:       icmp eq i64 {{%.*}}, 1
; CHECK:       icmp uge i64 [[TIMES:%.*]], 64
; CHECK:       icmp uge i64 {{.*}}, 4
; CHECK:       store i64 [[TIMES]]
; CHECK:       attributes [[FACTS]] = {{.*}}"wherry-needs-apart"
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i64, ptr %at.w, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 24
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %y = call i64 @__wherry_global_id(i32 0)
  %first = mul nsw i64 %y, %w
  br label %head

head:
  %x = phi i64 [ 0, %0 ], [ %next, %body ]
  %more = icmp slt i64 %x, %n
  br i1 %more, label %body, label %end

body:
  %place = add i64 %first, %x
  %from = getelementptr float, ptr addrspace(1) %in, i64 %x
  %value = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(1) %out, i64 %place
  store float %value, ptr addrspace(1) %to
  %next = add nsw i64 %x, 1
  br label %head

end:
  ret void
}
declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_global_size(i32) nounwind willreturn memory(none)
!0 = !{}
