; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; An index of int beside sizes of 64 bits, as LLVM writes its conversions: shifts by 32 and back. The host asks that it
; does not wrap around, and addresses are computed in 64 bits.

; CHECK-LABEL: define void @wg.k.reshaped(
; CHECK-DAG:   [[COLUMN:%.*]] = call i64 @__wherry_global_id(i32 0)
; CHECK-DAG:   [[ROW:%.*]] = call i64 @__wherry_global_id(i32 1)
; CHECK:       body:
; CHECK:       [[BEHIND:%.*]] = add i64 {{.*}}, 1
; CHECK:       %place = add i64 %before, [[BEHIND]]
; CHECK-NEXT:  getelementptr i32, ptr addrspace(1) %out, i64 %place

; CHECK-LABEL: define zeroext i1 @shape.k(
; CHECK:       icmp ule i64 {{%.*}}, 2147483647
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  %out = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 8
  %w = load i64, ptr %at.w, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 16
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %items = mul i64 %n, %w
  %begin = call i64 @__wherry_global_id(i32 0)
  br label %head

head:
  %raw = phi i64 [ %begin, %0 ], [ %next, %body ]
  %high = shl i64 %raw, 32
  %i = ashr exact i64 %high, 32
  %more = icmp ult i64 %i, %items
  br i1 %more, label %body, label %end

body:
  %d = call i64 @llvm.umax.i64(i64 %w, i64 1)
  %row = udiv i64 %i, %d
  %column = urem i64 %i, %d
  %column.high = shl nsw i64 %column, 32
  %behind = add i64 %column.high, 4294967296
  %column.narrow = ashr exact i64 %behind, 32
  %before = mul i64 %row, %w
  %place = add i64 %before, %column.narrow
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %place
  store i32 1, ptr addrspace(1) %to
  %size = call i64 @__wherry_global_size(i32 0)
  %next = add i64 %i, %size
  br label %head

end:
  ret void
}
declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_global_size(i32) nounwind willreturn memory(none)
declare i64 @llvm.umax.i64(i64, i64)
!0 = !{}
