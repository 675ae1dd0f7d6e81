; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; A loop over the pixels of a row, before which the addresses of a window's five clamped rows are computed.

; CHECK:       define void @wg.k.reshaped(
; CHECK:       call i64 @__wherry_global_id(i32 1)
; CHECK:       define zeroext i1 @shape.k(
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
  %id = trunc i64 %y to i32
  %moved.0 = add i32 %id, 0
  %above.0 = call i32 @llvm.smax.i32(i32 %moved.0, i32 0)
  %inside.0 = call i32 @llvm.smin.i32(i32 %above.0, i32 1000)
  %narrow.0 = trunc i64 %w to i32
  %place.0 = mul nsw i32 %inside.0, %narrow.0
  %long.0 = sext i32 %place.0 to i64
  %row.0 = getelementptr float, ptr addrspace(1) %in, i64 %long.0
  %moved.1 = add i32 %id, 1
  %above.1 = call i32 @llvm.smax.i32(i32 %moved.1, i32 0)
  %inside.1 = call i32 @llvm.smin.i32(i32 %above.1, i32 1000)
  %narrow.1 = trunc i64 %w to i32
  %place.1 = mul nsw i32 %inside.1, %narrow.1
  %long.1 = sext i32 %place.1 to i64
  %row.1 = getelementptr float, ptr addrspace(1) %in, i64 %long.1
  %moved.2 = add i32 %id, 2
  %above.2 = call i32 @llvm.smax.i32(i32 %moved.2, i32 0)
  %inside.2 = call i32 @llvm.smin.i32(i32 %above.2, i32 1000)
  %narrow.2 = trunc i64 %w to i32
  %place.2 = mul nsw i32 %inside.2, %narrow.2
  %long.2 = sext i32 %place.2 to i64
  %row.2 = getelementptr float, ptr addrspace(1) %in, i64 %long.2
  %moved.3 = add i32 %id, 3
  %above.3 = call i32 @llvm.smax.i32(i32 %moved.3, i32 0)
  %inside.3 = call i32 @llvm.smin.i32(i32 %above.3, i32 1000)
  %narrow.3 = trunc i64 %w to i32
  %place.3 = mul nsw i32 %inside.3, %narrow.3
  %long.3 = sext i32 %place.3 to i64
  %row.3 = getelementptr float, ptr addrspace(1) %in, i64 %long.3
  %moved.4 = add i32 %id, 4
  %above.4 = call i32 @llvm.smax.i32(i32 %moved.4, i32 0)
  %inside.4 = call i32 @llvm.smin.i32(i32 %above.4, i32 1000)
  %narrow.4 = trunc i64 %w to i32
  %place.4 = mul nsw i32 %inside.4, %narrow.4
  %long.4 = sext i32 %place.4 to i64
  %row.4 = getelementptr float, ptr addrspace(1) %in, i64 %long.4
  br label %head

head:
  %x = phi i64 [ 0, %0 ], [ %next, %body ]
  %more = icmp slt i64 %x, %n
  br i1 %more, label %body, label %end

body:
  %place = add i64 %first, %x
  %from.0 = getelementptr float, ptr addrspace(1) %row.0, i64 %x
  %value.0 = load float, ptr addrspace(1) %from.0
  %sum.0 = fadd float %value.0, 0.0
  %from.1 = getelementptr float, ptr addrspace(1) %row.1, i64 %x
  %value.1 = load float, ptr addrspace(1) %from.1
  %sum.1 = fadd float %value.1, %sum.0
  %from.2 = getelementptr float, ptr addrspace(1) %row.2, i64 %x
  %value.2 = load float, ptr addrspace(1) %from.2
  %sum.2 = fadd float %value.2, %sum.1
  %from.3 = getelementptr float, ptr addrspace(1) %row.3, i64 %x
  %value.3 = load float, ptr addrspace(1) %from.3
  %sum.3 = fadd float %value.3, %sum.2
  %from.4 = getelementptr float, ptr addrspace(1) %row.4, i64 %x
  %value.4 = load float, ptr addrspace(1) %from.4
  %sum.4 = fadd float %value.4, %sum.3
  %to = getelementptr float, ptr addrspace(1) %out, i64 %place
  store float %sum.4, ptr addrspace(1) %to
  %next = add nsw i64 %x, 1
  br label %head

end:
  ret void
}
declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_global_size(i32) nounwind willreturn memory(none)
!0 = !{}
