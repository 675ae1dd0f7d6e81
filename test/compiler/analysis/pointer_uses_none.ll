; RUN: wherry-opt -passes='print<pointer-uses>' -disable-output %s 2>&1 | FileCheck %s
; A variable without uses is named; a function that is no work-group function is not looked at; an address that goes
; through a vector or an integer is not followed, and says so.

; CHECK:      pointer-uses of 'wg.unused':
; CHECK-NEXT:   %v:
; CHECK-NEXT:   %w:
; CHECK-NEXT:     other: %pair = insertelement <2 x ptr> poison, ptr %w, i64 0{{.*}}
; CHECK-NOT:  {{[a-z]}}
define void @wg.unused(ptr %args, ptr %context) "wherry-kernel"="unused" {
  %v = alloca i32
  %w = alloca i32
  %pair = insertelement <2 x ptr> poison, ptr %w, i64 0
  %back = extractelement <2 x ptr> %pair, i64 0
  store i32 0, ptr %back
  ret void
}

define void @callee(ptr %p) {
  %v = alloca i32
  store i32 0, ptr %v
  ret void
}
