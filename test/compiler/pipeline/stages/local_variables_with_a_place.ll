; RUN: not wherry-opt -passes=place-local-variables,check-races %s -disable-output 2>&1 | FileCheck %s --check-prefix=RACES
; RUN: not wherry-opt -passes=place-local-variables,elide-copies %s -disable-output 2>&1 | FileCheck %s --check-prefix=COPIES
; RUN: wherry-opt -passes=check-races,place-local-variables %s -disable-output
; Passes that tell local variables by their names stand before these variables are a part of the group's local memory.

; RACES:  error: the pass 'check-races' stands at the wrong place: 'wg.k' has local variables with a place already, as
; COPIES: error: the pass 'elide-copies' stands at the wrong place: 'wg.k' has local variables with a place already, as
@k.tile = internal addrspace(3) global [4 x i32] undef

define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  store i32 1, ptr addrspace(3) @k.tile
  ret void
}
