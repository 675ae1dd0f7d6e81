; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; A loop over the grid becomes its own dimension, whatever the global size; no counter may wrap around.

; CHECK-LABEL: define void @wg.k.reshaped(
; CHECK:       call i64 @__wherry_global_id(i32 0)
; CHECK-NOT:   @__wherry_global_size
; CHECK-NOT:   phi

; CHECK-LABEL: define zeroext i1 @shape.k(
; CHECK:       icmp ule i64 %asked, 2147483648
; CHECK:       sub i64 2147483648, %asked
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i64, ptr %at.w, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 24
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %count = trunc i64 %n to i32
  %id = call i64 @__wherry_global_id(i32 0)
  %begin = trunc i64 %id to i32
  br label %head

head:
  %i = phi i32 [ %begin, %0 ], [ %next, %body ]
  %more = icmp slt i32 %i, %count
  br i1 %more, label %body, label %end

body:
  %wide = sext i32 %i to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 %i, ptr addrspace(1) %to
  %size = call i64 @__wherry_global_size(i32 0)
  %step = trunc i64 %size to i32
  %next = add i32 %i, %step
  br label %head

end:
  ret void
}
declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_global_size(i32) nounwind willreturn memory(none)
!0 = !{}
