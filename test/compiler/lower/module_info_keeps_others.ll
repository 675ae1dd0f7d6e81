; RUN: wherry-opt -passes=module-info %s | FileCheck %s
; A module without kernels, as of a library, still says so. Functions that are no work-group functions keep their
; linkage; one that is only declared is no kernel of this module.

; CHECK: @wherry_module = {{.*}}constant { {{.*}} } { i32 {{-?[0-9]+}}, i32 0, ptr null, ptr null, i32 120, i32 0, i64 0 }
; CHECK: define i32 @helper(i32 %x) {
define i32 @helper(i32 %x) {
  ret i32 %x
}

; CHECK: declare void @wg.elsewhere(ptr, ptr)
declare void @wg.elsewhere(ptr, ptr) "wherry-kernel"="elsewhere"
