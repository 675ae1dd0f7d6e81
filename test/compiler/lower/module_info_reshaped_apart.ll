; RUN: wherry-opt -passes=module-info %s | FileCheck %s
; The record for reshaped launches stands in another module.

; CHECK:     @wherry_reshaped.k = external hidden global i8
; CHECK:     @kernels = private constant [2 x {{.*}} ptr @wg.k, {{.*}} ptr @wherry_reshaped.k, ptr null, i64 {{.*}} ptr @wg.other, {{.*}} ptr null, ptr null, i64
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" "wherry-regions"="1" "wherry-reshaped-apart" {
  ret void
}
define void @wg.other(ptr %args, ptr %context) "wherry-kernel"="other" "wherry-regions"="1" {
  ret void
}
