; RUN: not wherry-opt -passes=form-regions %s -disable-output 2>&1 | FileCheck %s --check-prefix=AGAIN
; RUN: not wherry-opt -passes=uniform-steps %s -disable-output 2>&1 | FileCheck %s --check-prefix=STEPS
; RUN: not wherry-opt -passes=segment-item-loops %s -disable-output 2>&1 | FileCheck %s --check-prefix=VECTORS
; RUN: not wherry-opt -passes=interleave-items %s -disable-output 2>&1 | FileCheck %s --check-prefix=LANES
; RUN: wherry-opt -no-verify -passes=uniform-steps %s -disable-output
; Passes on one work-item do not run once regions are formed, those on item loops not once there are vectors, and those
; behind vectors not while an operation of sub-groups is left. -no-verify does not ask.

; AGAIN:   error: the pass 'form-regions' {{.*}}: 'wg.k' has regions already, as form-regions makes them
; STEPS:   error: the pass 'uniform-steps' {{.*}}: 'wg.k' has regions already, as form-regions makes them
; VECTORS: error: the pass 'segment-item-loops' {{.*}}: 'wg.k' has vectors already, as vectorise-item-loops makes them
; LANES:   error: the pass 'interleave-items' {{.*}}: 'wg.k' has '__wherry_sub_group_lane': vectorise-item-loops has not run
declare i32 @__wherry_sub_group_lane()

define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" "wherry-regions"="1" "wherry-lanes"="16" {
  %lane = call i32 @__wherry_sub_group_lane()
  store i32 %lane, ptr %args
  ret void
}
