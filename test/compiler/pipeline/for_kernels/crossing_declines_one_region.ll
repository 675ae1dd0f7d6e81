; RUN: wherry-opt -passes='for-kernels<crossing>(instsimplify)' %s | FileCheck %s
; Nothing crosses where there is but one region.

; CHECK-LABEL: @wg.plain(
; CHECK-NEXT:    %sum = add i32 1, 2
define void @wg.plain(ptr %args, ptr %context) "wherry-kernel"="plain" {
  %sum = add i32 1, 2
  store i32 %sum, ptr %args
  ret void
}
