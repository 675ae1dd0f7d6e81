; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; Two work-items share a byte, by a signed index: each accesses what a shift of its index tells, and their conditions go.

; CHECK-LABEL: define void @wg.signed.reshaped(
; CHECK:         call i64 @__wherry_global_id(i32 0)
; CHECK-NOT:     select
; CHECK:         ret void
; CHECK-LABEL: define zeroext i1 @shape.signed(
define void @wg.signed(ptr %args, ptr %context) "wherry-kernel"="signed" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %k = trunc i64 %id to i32
  %half = ashr i32 %k, 1
  %index = sext i32 %half to i64
  %from = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %index
  %byte = load i8, ptr addrspace(1) %from
  %low = and i32 %k, 1
  %is.high = icmp eq i32 %low, 0
  %high = lshr i8 %byte, 4
  %rest = and i8 %byte, 15
  %nibble = select i1 %is.high, i8 %high, i8 %rest
  %up = shl i64 %id, 32
  %own = ashr exact i64 %up, 32
  %to = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %own
  store i8 %nibble, ptr addrspace(1) %to
  ret void
}

; Unsigned: what is left of k << 1 >> 1, a mask of 31 bits, divides no index into rows.

; CHECK-LABEL: define void @wg.unsigned.reshaped(
; CHECK-NOT:     call i64 @__wherry_global_id(i32 1)
; CHECK:         ret void
; CHECK-LABEL: define zeroext i1 @shape.unsigned(
; CHECK-NOT:     ctpop
; CHECK:         ret i1
define void @wg.unsigned(ptr %args, ptr %context) "wherry-kernel"="unsigned" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %id = call i64 @__wherry_global_id(i32 0)
  %k = trunc i64 %id to i32
  %half = lshr i32 %k, 1
  %index = zext nneg i32 %half to i64
  %from = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %index
  %byte = load i8, ptr addrspace(1) %from
  %low = and i32 %k, 1
  %is.high = icmp eq i32 %low, 0
  %high = lshr i8 %byte, 4
  %rest = and i8 %byte, 15
  %nibble = select i1 %is.high, i8 %high, i8 %rest
  %own = and i64 %id, 4294967295
  %to = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %own
  store i8 %nibble, ptr addrspace(1) %to
  ret void
}
declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
!0 = !{}
