; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; The host leaves out the work-items behind the guard, so no work-item of the second function asks.

; CHECK-LABEL: define void @wg.k.reshaped(
; CHECK:       add nuw nsw i32
; CHECK:       br i1 true, label %inside, label %outside

; CHECK-LABEL: define zeroext i1 @shape.k(
; CHECK:       [[ITEMS:%.*]] = load i64
; CHECK:       icmp ule i64 [[ITEMS]], 2147483648
; CHECK:       [[BOUND:%.*]] = sext i32 {{%.*}} to i64
; CHECK:       [[FROZEN:%.*]] = freeze i64 [[BOUND]]
; CHECK:       [[LEAST:%.*]] = call i64 @llvm.smax.i64(i64 [[FROZEN]], i64 0)
; CHECK:       call i64 @llvm.umin.i64(i64 [[ITEMS]], i64 [[LEAST]])
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i32, ptr %at.w, align 4, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 20
  %n = load i32, ptr %at.n, align 4, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %i = trunc i64 %id to i32
  %holds = icmp slt i32 %i, %n
  br i1 %holds, label %inside, label %outside

inside:
  %column = urem i32 %i, %w
  %from = getelementptr float, ptr addrspace(1) %in, i32 %column
  %x = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(1) %out, i32 %i
  store float %x, ptr addrspace(1) %to
  br label %outside

outside:
  ret void
}
declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
!0 = !{}
