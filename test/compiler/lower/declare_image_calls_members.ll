; RUN: wherry-opt -passes=declare-image-calls %s | FileCheck %s
; The form that the vectoriser takes, with a structure for a result, has the same attributes.

; CHECK: declare { i32, i32, i32, i32 } @__wherry_image_fetch_int.members({{.*}}) #[[READS:[0-9]+]]
; CHECK: attributes #[[READS]] = { nosync nounwind willreturn memory(read) }
declare { i32, i32, i32, i32 } @__wherry_image_fetch_int.members(ptr addrspace(1), i64, i32, i32, i32, i32, i32)
