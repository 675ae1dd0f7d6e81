; RUN: wherry-opt -passes=declare-image-calls %s | FileCheck %s
; A program's function of such a name, with a body, is not the library's, nor is one of a longer name.

; CHECK: define void @__wherry_image_store_int(){{ *}}{
define void @__wherry_image_store_int() {
  ret void
}

; CHECK: declare void @__wherry_image_store_integers(){{$}}
declare void @__wherry_image_store_integers()
