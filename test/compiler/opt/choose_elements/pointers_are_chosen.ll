; RUN: wherry-opt -passes='function(choose-elements,sroa<modify-cfg>)' %s | FileCheck %s
; Pointers to elements that a condition or a branch has chosen, and indices of two dimensions, are indices, too.

; CHECK-LABEL: @selected(
; CHECK-NOT:   alloca
; CHECK:       %[[I:.*]] = select i1 %c, i64 {{[01]}}, i64 {{[01]}}
; CHECK:       ret
define void @selected(ptr addrspace(1) %out) {
  %e = alloca [2 x i32]
  store i32 5, ptr %e
  %second = getelementptr i8, ptr %e, i64 4
  store i32 6, ptr %second
  %id = call i64 @__wherry_global_id(i32 0)
  %c = icmp ugt i64 %id, 7
  %at = select i1 %c, ptr %e, ptr %second
  store i32 1, ptr %at
  %value = load i32, ptr %e
  store i32 %value, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @joined(
; CHECK-NOT:   alloca
; CHECK:       phi i64 [ {{.*}}, %one ], [ {{.*}}, %other ]
; CHECK:       ret
define void @joined(ptr addrspace(1) %out) {
  %e = alloca [4 x i32]
  store i32 5, ptr %e
  %id = call i64 @__wherry_global_id(i32 0)
  %c = icmp ugt i64 %id, 7
  br i1 %c, label %one, label %other

one:
  %row = and i64 %id, 1
  %first = getelementptr [2 x i32], ptr %e, i64 %row, i64 %row
  br label %join

other:
  %second = getelementptr i8, ptr %e, i64 4
  br label %join

join:
  %at = phi ptr [ %first, %one ], [ %second, %other ]
  store i32 1, ptr %at
  %value = load i32, ptr %e
  store i32 %value, ptr addrspace(1) %out
  ret void
}
declare i64 @__wherry_global_id(i32)
