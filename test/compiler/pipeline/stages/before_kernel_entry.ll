; RUN: not wherry-opt -passes=cut-item-ranges %s -disable-output 2>&1 | FileCheck %s --check-prefix=KERNEL
; RUN: not wherry-opt -passes=form-regions %s -disable-output 2>&1 | FileCheck %s --check-prefix=REGIONS
; RUN: not wherry-opt '-passes=function(split-copies)' %s -disable-output 2>&1 | FileCheck %s --check-prefix=FUNCTION
; RUN: not wherry-opt -passes=kernel-entry,kernel-entry %s -disable-output 2>&1 | FileCheck %s --check-prefix=OPAQUE
; RUN: wherry-opt -passes=enqueued-blocks,opaque-types,total-divisions %s -disable-output
; A pass for work-group functions does not run on a kernel as the front end makes it, a pass for linked modules not before
; opaque types are gone: the message names the pass and what is missing. No
; pass behind it runs.

; KERNEL:   error: the pass 'cut-item-ranges' stands at the wrong place: 'k' is no work-group function: kernel-entry has not run
; REGIONS:  error: the pass 'form-regions' stands at the wrong place: 'k' is no work-group function: kernel-entry has not run
; FUNCTION: error: the pass 'split-copies' stands at the wrong place: 'k' is no work-group function: kernel-entry has not run
; OPAQUE:   error: the pass 'kernel-entry' stands at the wrong place: 'k' has a value of an opaque type: opaque-types has not run
; OPAQUE-NOT: {{.}}
declare spir_func void @f(target("spirv.ReserveId"))

define spir_kernel void @k(ptr addrspace(1) %out) {
  call spir_func void @f(target("spirv.ReserveId") zeroinitializer)
  ret void
}
