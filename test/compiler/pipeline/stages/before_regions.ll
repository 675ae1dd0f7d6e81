; RUN: not wherry-opt -passes=register-blocking %s -disable-output 2>&1 | FileCheck %s --check-prefix=BLOCKING
; RUN: not wherry-opt -passes=module-info %s -disable-output 2>&1 | FileCheck %s --check-prefix=INFO
; RUN: not wherry-opt -passes=form-regions %s -disable-output 2>&1 | FileCheck %s --check-prefix=LOCAL
; RUN: not wherry-opt -passes=kernel-entry %s -disable-output 2>&1 | FileCheck %s --check-prefix=AGAIN
; RUN: wherry-opt -passes=place-local-variables,form-regions %s -disable-output
; Passes on item loops, and those behind vectors, do not run before regions are formed, and regions are not formed before
; local variables have a place. Nor does a pass on kernels run on a work-group function.

; BLOCKING: error: the pass 'register-blocking' stands at the wrong place: 'wg.k' has no regions: form-regions has not run
; INFO:     error: the pass 'module-info' stands at the wrong place: 'wg.k' has no regions: form-regions has not run
; LOCAL:    error: the pass 'form-regions' {{.*}}: 'wg.k' uses a local variable without a place: place-local-variables has
; AGAIN:    error: the pass 'kernel-entry' {{.*}}: 'wg.k' is a work-group function already, as kernel-entry makes them
@k.tile = internal addrspace(3) global [4 x i32] undef

define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  store i32 1, ptr addrspace(3) @k.tile
  ret void
}
