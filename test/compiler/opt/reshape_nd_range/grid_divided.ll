; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; A loop over the grid by an index that is divided becomes two dimensions. The host asks whether one dimension's stores
; lie between two of the other one's.

; CHECK-LABEL: define void @wg.k.reshaped(
; CHECK-DAG:   [[COLUMN:%.*]] = call i64 @__wherry_global_id(i32 0)
; CHECK-DAG:   [[ROW:%.*]] = call i64 @__wherry_global_id(i32 1)
; CHECK-NOT:   phi
; CHECK:       mul i64 [[COLUMN]], %n

; CHECK-LABEL: define zeroext i1 @shape.k(
; CHECK:       or i1
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i64, ptr %at.w, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 24
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  %items = mul i64 %n, %w
  %begin = call i64 @__wherry_global_id(i32 0)
  %zero = icmp eq i64 %w, 0
  %d = select i1 %zero, i64 1, i64 %w
  br label %head

head:
  %i = phi i64 [ %begin, %0 ], [ %next, %body ]
  %more = icmp ult i64 %i, %items
  br i1 %more, label %body, label %end

body:
  %row = udiv i64 %i, %d
  %column = urem i64 %i, %d
  %turned = mul i64 %column, %n
  %place = add i64 %turned, %row
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %place
  store i64 %i, ptr addrspace(1) %to
  %size = call i64 @__wherry_global_size(i32 0)
  %next = add i64 %i, %size
  br label %head

end:
  ret void
}
declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_global_size(i32) nounwind willreturn memory(none)
!0 = !{}
