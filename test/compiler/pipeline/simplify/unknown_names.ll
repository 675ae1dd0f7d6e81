; RUN: not wherry-opt -passes='simplify<optimised>(no-such-pass)' -disable-output %s 2>&1 | FileCheck %s
; RUN: not wherry-opt -passes='simplify<minimal>(function(no-such-pass))' -disable-output %s 2>&1 | FileCheck %s
; RUN: not wherry-opt -passes='for-kernels<wide>(no-such-pass)' -disable-output %s 2>&1 | FileCheck %s
; RUN: not wherry-opt -passes='inline-and-simplify(no-such-pass)' -disable-output %s 2>&1 | FileCheck %s
; A pipeline that names a pass that does not exist, inside of one of ours, is refused as a whole.

; CHECK: wherry-opt: invalid use of
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  ret void
}
