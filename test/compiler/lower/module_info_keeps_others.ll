; RUN: wherry-opt -passes=module-info %s | FileCheck %s
; A module without kernels, as of a library, still says so. Functions that are no work-group functions keep their
; linkage; one that is only declared is no kernel of this module.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK: @wherry_module = {{.*}}constant { {{.*}} } { i32 {{-?[0-9]+}}, i32 0, ptr null, ptr null, ptr null, i32 120, i32 0, i64 0 }
; CHECK: define i32 @helper(i32 %x) {
define i32 @helper(i32 %x) {
  ret i32 %x
}

; CHECK: declare void @wg.elsewhere(ptr, ptr)
declare void @wg.elsewhere(ptr, ptr) "wherry-kernel"="elsewhere" "wherry-regions"="1"
