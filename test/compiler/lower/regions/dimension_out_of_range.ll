; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; Ids are speculatable: LLVM may make a select of a test of the dimension, and ask for the id of any. What is loaded then
; is within the field.

; CHECK-LABEL: define void @wg.any_dimension(
; CHECK:         %[[BELOW_3:.*]] = call i32 @llvm.umin.i32(i32 %{{.*}}, i32 2)
; CHECK:         %[[INDEX:.*]] = zext i32 %[[BELOW_3]] to i64
; CHECK:         getelementptr i64, ptr %{{.*}}, i64 %[[INDEX]]
define void @wg.any_dimension(ptr %args, ptr %context) "wherry-kernel"="any_dimension" {
entry:
  %dimension = load i32, ptr %args, !invariant.load !0
  %to_out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %to_out, !invariant.load !0
  %group = call i64 @__wherry_group_id(i32 %dimension)
  %is = icmp ult i32 %dimension, 3
  %id = select i1 %is, i64 %group, i64 0
  store i64 %id, ptr addrspace(1) %out
  ret void
}

declare i64 @__wherry_group_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
