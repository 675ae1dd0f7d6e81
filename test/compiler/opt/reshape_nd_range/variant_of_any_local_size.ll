; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; A variant for two dimensions that knows no local size, such as another width of the general code, keeps its calls for
; global ids.

; CHECK-NOT:   .reshaped(
; CHECK-LABEL: define void @wg.k({{.*}} !wherry.shape
; CHECK:       call i64 @__wherry_global_id(i32 0)
; CHECK:       call i64 @__wherry_global_id(i32 1)
; CHECK-NOT:   mul i64 0
; CHECK-NOT:   urem
; CHECK:       ret void
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" "wherry-reshaped" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i32, ptr %at.w, align 4, !invariant.load !0
  %i = call i64 @__wherry_global_id(i32 0)
  %column = urem i64 %i, 1024
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %column
  store i64 %i, ptr addrspace(1) %to
  ret void
}
declare i64 @__wherry_global_id(i32)
!0 = !{}
