; RUN: wherry-opt -passes='for-kernels<vectorised>(instsimplify,adce)' %s | FileCheck %s
; Neither a kernel's facts nor its metadata are the business of the passes inside.

; CHECK:       define void @wg.k(ptr %args, ptr %context) #[[FACTS:[0-9]+]] !wherry.args !0
; CHECK:       attributes #[[FACTS]] = { "wherry-kernel"="k" "wherry-local-size"="8,8,1" "wherry-vectorise" }
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" "wherry-vectorise" "wherry-local-size"="8,8,1" !wherry.args !0 {
  %sum = add i32 1, 2
  store i32 %sum, ptr %args
  ret void
}
!0 = !{}
