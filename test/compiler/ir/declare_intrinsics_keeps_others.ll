; RUN: wherry-opt -passes=declare-intrinsics %s | FileCheck %s
; Neither a function with a body, nor one whose name is not in ir/intrinsics.def, is an intrinsic: its attributes stay,
; and those of its calls.

; CHECK-LABEL: define i64 @__wherry_global_size(
; CHECK-SAME:  #[[MINE:[0-9]+]]
define i64 @__wherry_global_size(i32 noundef %dim) #0 {
  ret i64 1
}

; CHECK-LABEL: define i64 @calls(
; CHECK-NEXT:  %size = call noundef i64 @__wherry_global_size(i32 noundef 0) #[[COLD:[0-9]+]]
; CHECK-NEXT:  call i64 @__wherry_unknown(i32 noundef 0) #[[COLD]]
; CHECK-NEXT:  call i64 @other(i32 noundef 0) #[[COLD]]
define i64 @calls() {
  %size = call noundef i64 @__wherry_global_size(i32 noundef 0) #1
  %unknown = call i64 @__wherry_unknown(i32 noundef 0) #1
  %other = call i64 @other(i32 noundef 0) #1
  ret i64 %size
}

; CHECK-DAG: declare noundef i64 @__wherry_unknown(i32) #[[MINE]]
; CHECK-DAG: declare noundef i64 @other(i32) #[[MINE]]
declare noundef i64 @__wherry_unknown(i32) #0
declare noundef i64 @other(i32) #0

; CHECK-DAG: attributes #[[MINE]] = { noinline }
; CHECK-DAG: attributes #[[COLD]] = { cold }
attributes #0 = { noinline }
attributes #1 = { cold }
