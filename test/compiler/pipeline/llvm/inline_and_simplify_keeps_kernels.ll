; RUN: wherry-opt -passes='inline-and-simplify(function(instsimplify))' %s | FileCheck %s
; A function that calls itself is a loop to the inliner: it stays, and so do the kernel's facts and convergent calls.

; CHECK:       define void @wg.k(ptr %args, ptr %context) #[[FACTS:[0-9]+]]
; CHECK:         call void @__wherry_sub_group_barrier() #[[CONVERGENT:[0-9]+]]
; CHECK:       define internal i32 @depth(
; CHECK:         call i32 @depth(
; CHECK:       attributes #[[FACTS]] = { "wherry-kernel"="k" "wherry-sub-groups" }
; CHECK:       attributes #[[CONVERGENT]] = { convergent }
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" "wherry-sub-groups" {
  %n = load i32, ptr %args
  %depth = call i32 @depth(i32 %n)
  store i32 %depth, ptr %args
  call void @__wherry_sub_group_barrier() convergent
  ret void
}

define internal i32 @depth(i32 %n) {
  %zero = icmp eq i32 %n, 0
  br i1 %zero, label %end, label %deeper

deeper:
  %less = sub i32 %n, 1
  %inner = call i32 @depth(i32 %less)
  %sum = mul i32 %inner, %n
  ret i32 %sum

end:
  ret i32 1
}

declare void @__wherry_sub_group_barrier() convergent
