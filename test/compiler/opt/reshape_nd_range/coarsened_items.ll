; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; Three neighbouring work-items take turns: switch (g % 3). They become one, without the switch. Those that the guard
; keeps back are left out, and what is left has to be a multiple of three. Work-items share the variable.

; CHECK-LABEL: define void @wg.k.reshaped(
; CHECK:       [[COARSE:%.*]] = call i64 @__wherry_global_id(i32 0)
; CHECK:       alloca i32
; CHECK-NOT:   alloca
; CHECK:       [[IN:%.*]] = load ptr addrspace(1), ptr %args
; CHECK-NOT:   switch
; CHECK-NOT:   br
; CHECK:       [[NARROW:%.*]] = trunc nuw nsw i64 [[COARSE]] to i32
; CHECK:       [[FIRST:%.*]] = mul nuw nsw i32 {{%.*}}, 3
; CHECK:       store float %x, ptr addrspace(1)
; CHECK-NOT:   br
; CHECK:       add nuw nsw i32 {{%.*}}, 1
; CHECK:       store float {{%.*}}, ptr addrspace(1)
; CHECK-NOT:   br
; CHECK:       add nuw nsw i32 {{%.*}}, 2
; CHECK:       store float 5.0{{.*}}, ptr addrspace(1)
; CHECK-NOT:   store
; CHECK:       ret void

; CHECK-LABEL: define zeroext i1 @shape.k(
; CHECK:       [[ASKED:%.*]] = load i64, ptr {{%.*}}
; CHECK:       icmp ule i64 [[ASKED]], 2147483648
; CHECK:       [[ITEMS:%.*]] = call i64 @llvm.umin.i64(i64 [[ASKED]], i64 {{%.*}})
; CHECK:       [[COARSE:%.*]] = udiv i64 [[ITEMS]], 3
; CHECK:       [[ALL:%.*]] = mul i64 [[COARSE]], 3
; CHECK:       icmp eq i64 [[ALL]], [[ITEMS]]
; CHECK:       icmp uge i64 [[COARSE]], 64
; CHECK:       store i64 [[COARSE]]
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  %own = alloca i32
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i32, ptr %at.n, align 4, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %i = trunc i64 %id to i32
  %holds = icmp slt i32 %i, %n
  br i1 %holds, label %inside, label %outside

inside:
  %turn = urem i32 %i, 3
  %to = getelementptr float, ptr addrspace(1) %out, i32 %i
  %from = getelementptr float, ptr addrspace(1) %in, i32 %i
  switch i32 %turn, label %third [
    i32 0, label %first
    i32 1, label %second
  ]

first:
  %x = load float, ptr addrspace(1) %from
  store float %x, ptr addrspace(1) %to
  br label %outside

second:
  store i32 %i, ptr %own
  %back = load float, ptr %own
  %y = load float, ptr addrspace(1) %from
  %product = fmul float %y, %back
  store float %product, ptr addrspace(1) %to
  br label %outside

third:
  store float 5.0, ptr addrspace(1) %to
  br label %outside

outside:
  ret void
}
declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
!0 = !{}
