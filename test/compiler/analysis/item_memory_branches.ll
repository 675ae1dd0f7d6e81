; RUN: wherry-opt -passes='print<item-memory>' -disable-output %s 2>&1 | FileCheck %s
; A barrier on one side of a branch is crossed by what is used behind on that side, not by what the other side uses. A
; phi needs its value at the end of the block from which it comes.

; CHECK-LABEL: item-memory of 'wg.k':
; CHECK-NEXT:    operation at %barrier, next region at %region{{$}}
; CHECK-NEXT:    %one: crosses regions{{$}}
; CHECK-NEXT:    %other: of one region{{$}}
; CHECK-NEXT:    %y: live at the beginning of %side{{$}}

define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %one = alloca i32
  %other = alloca i32
  %x = load i32, ptr %args
  %y = load i32, ptr %args
  store i32 %x, ptr %one
  store i32 %x, ptr %other
  %c = load i1, ptr %args
  br i1 %c, label %barrier, label %side

barrier:
  call void @__wherry_barrier(i32 1)
  br label %region

region:
  %value = load i32, ptr %one
  br label %join

side:
  %same = load i32, ptr %other
  br label %join

join:
  %result = phi i32 [ %value, %region ], [ %y, %side ]
  store i32 %result, ptr %args
  ret void
}

declare void @__wherry_barrier(i32) convergent
