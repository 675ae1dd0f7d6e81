; RUN: wherry-opt -passes='print<item-memory>' -disable-output %s 2>&1 | FileCheck %s
; Without an operation there is one region, which no variable crosses; values are live in blocks all the same.

; CHECK-LABEL: item-memory of 'wg.k':
; CHECK-NEXT:    %variable: of one region{{$}}
; CHECK-NEXT:    %x: live at the beginning of %then{{$}}

define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %variable = alloca i32
  %x = load i32, ptr %args
  %c = load i1, ptr %args
  store ptr %variable, ptr %args
  br i1 %c, label %then, label %end

then:
  store i32 %x, ptr %variable
  br label %end

end:
  ret void
}
