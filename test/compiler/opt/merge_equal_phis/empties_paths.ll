; RUN: wherry-opt -passes=merge-equal-phis,verify %s | FileCheck %s
; What the paths have computed for the phi alone is gone behind the merge: a pass behind sees an empty path.

; CHECK-LABEL: @wg.paths(
; CHECK:       nothing:
; CHECK-NEXT:    br label %after
define i64 @wg.paths(ptr addrspace(1) %out, i64 %id, i1 %loads) #0 {
entry:
  br i1 %loads, label %something, label %nothing

something:
  %up = shl i64 %id, 32
  %one = ashr exact i64 %up, 32
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %one
  store i32 0, ptr addrspace(1) %to, align 4
  br label %after

nothing:
  %up.too = shl i64 %id, 32
  %other = ashr exact i64 %up.too, 32
  br label %after

after:
  %both = phi i64 [ %one, %something ], [ %other, %nothing ]
  ret i64 %both
}
attributes #0 = { "wherry-kernel"="paths" }
