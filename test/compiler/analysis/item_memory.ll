; RUN: wherry-opt -passes='print<item-memory>' -disable-output %s 2>&1 | FileCheck %s
; A variable that is used on both sides of a barrier crosses regions; one that is used on one side alone does not. So a
; value is live in the barrier's block if it is used behind.

; CHECK-LABEL: item-memory of 'wg.k':
; CHECK-NEXT:    operation at %barrier, next region at %region{{$}}
; CHECK-NEXT:    %both: crosses regions{{$}}
; CHECK-NEXT:    %before: of one region{{$}}
; CHECK-NEXT:    %behind: of one region{{$}}
; CHECK-NEXT:    %y: live at the beginning of %barrier %region{{$}}

define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %both = alloca i32
  %before = alloca i32
  %behind = alloca i32
  %x = load i32, ptr %args
  %y = load i32, ptr %args
  store i32 %x, ptr %both
  store i32 %x, ptr %before
  br label %barrier

barrier:
  call void @__wherry_barrier(i32 1)
  br label %region

region:
  %z = load i32, ptr %both
  store i32 %y, ptr %behind
  store i32 %z, ptr %args
  ret void
}

declare void @__wherry_barrier(i32) convergent
