; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; A shift and a mask are of one number if the host finds so; the index without the remainder is the row's first.

; CHECK-LABEL: define void @wg.k.reshaped(
; CHECK:       [[BEFORE:%.*]] = mul nuw nsw i64
; CHECK:       [[NARROW:%.*]] = trunc nuw nsw i64 [[BEFORE]] to i32
; CHECK-NOT:   lshr
; CHECK:       add i32 [[NARROW]], {{%.*}}

; CHECK-LABEL: define zeroext i1 @shape.k(
; CHECK:       [[POWER:%.*]] = call i64 @llvm.ctpop.i64(i64 [[MASKED:%.*]])
; CHECK:       icmp eq i64 [[POWER]], 1
; CHECK:       [[SHIFTED:%.*]] = shl i64 1, {{%.*}}
; CHECK:       icmp eq i64 [[SHIFTED]], [[MASKED]]
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i32, ptr %at.w, align 4, !invariant.load !0
  %at.log = getelementptr inbounds i8, ptr %args, i64 20
  %log = load i32, ptr %at.log, align 4, !invariant.load !0
  %shift = and i32 %log, 31
  %mask = add i32 %w, -1
  %id = call i64 @__wherry_global_id(i32 0)
  %i = trunc i64 %id to i32
  %column = and i32 %mask, %i
  %row = lshr i32 %i, %shift
  %high = shl i32 -1, %shift
  %first = and i32 %i, %high
  %place = add i32 %first, %row
  %from = getelementptr float, ptr addrspace(1) %in, i32 %place
  %x = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(1) %out, i32 %column
  store float %x, ptr addrspace(1) %to
  ret void
}
declare i64 @__wherry_global_id(i32)
!0 = !{}
