; RUN: wherry-opt -passes=lower-image-calls %s | FileCheck %s
; Other functions that return a structure stay, whatever their names end in.

; CHECK: call { i32, i32, i32, i32 } @their.members()
define i32 @kernel() {
  %all = call { i32, i32, i32, i32 } @their.members()
  %one = extractvalue { i32, i32, i32, i32 } %all, 2
  ret i32 %one
}

declare { i32, i32, i32, i32 } @their.members()
