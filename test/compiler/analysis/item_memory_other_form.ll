; RUN: wherry-opt -passes='print<item-memory>' -disable-output %s 2>&1 | FileCheck %s
; The form that regions are cut in: each operation alone in its block, with one predecessor. Where an operation is not,
; the analysis says so, and takes every variable to cross.

; CHECK-LABEL: item-memory of 'wg.k':
; CHECK-NEXT:    not alone in its block:  call void @__wherry_barrier(i32 1){{$}}
; CHECK-NEXT:    not alone in its block:  call void @__wherry_barrier(i32 3){{$}}
; CHECK-NEXT:    %variable: crosses regions{{$}}

define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %variable = alloca i32
  store i32 1, ptr %variable
  call void @__wherry_barrier(i32 1)
  %c = load i1, ptr %args
  br i1 %c, label %then, label %two

then:
  br label %two

two:
  call void @__wherry_barrier(i32 3)
  br label %end

end:
  ret void
}

declare void @__wherry_barrier(i32) convergent
