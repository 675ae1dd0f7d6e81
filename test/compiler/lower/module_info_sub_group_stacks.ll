; RUN: wherry-opt -passes=module-info %s | FileCheck %s
; A kernel whose sub-groups may wait for each other says what each needs of a stack of its own: a number that is known
; once the code of their functions is generated. A kernel without such functions needs none.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK: @kernels = {{.*}} i64 ptrtoint (ptr @wherry_stack.wg.waits to i64), i64 ptrtoint (ptr @wherry_sub_group_stack.wg.waits to i64) },
; CHECK-SAME: i64 ptrtoint (ptr @wherry_stack.wg.other to i64), i64 0 }]
define void @wg.waits(ptr %args, ptr %context) "wherry-kernel"="waits" "wherry-regions"="1" "wherry-waits" {
  ret void
}

define void @wg.other(ptr %args, ptr %context) "wherry-kernel"="other" "wherry-regions"="1" {
  ret void
}

define internal void @part(i64 %sub_group, ptr %captured) "wherry-sub-group-of"="wg.waits" {
  ret void
}
