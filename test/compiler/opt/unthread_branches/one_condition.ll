; RUN: wherry-opt -passes=unthread-branches,adce,verify %s | FileCheck %s
; The second condition is a comparison alone, which leads past the code behind it where it holds; nothing goes on to the
; join.

; CHECK-LABEL: @wg.rows(
; CHECK:       left:
; CHECK:         br label %test
; CHECK:       test:
; CHECK-NEXT:    %others = icmp ne i64 %l, 15
; CHECK-NEXT:    br i1 %others, label %join, label %right
define void @wg.rows() #0 {
entry:
  %l = call i64 @__wherry_local_id(i32 1)
  %zero = icmp eq i64 %l, 0
  br i1 %zero, label %left, label %test

left:
  store i32 1, ptr addrspace(3) @tile
  br label %join

test:
  %others = icmp ne i64 %l, 15
  br i1 %others, label %join, label %right

right:
  store i32 2, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i64 68)
  br label %join

join:
  ret void
}

@tile = internal addrspace(3) global [18 x i32] undef
declare i64 @__wherry_local_id(i32) #1
attributes #0 = { "wherry-kernel"="rows" }
attributes #1 = { nounwind speculatable willreturn memory(none) }
