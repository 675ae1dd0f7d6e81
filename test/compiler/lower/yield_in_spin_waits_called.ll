; RUN: wherry-opt -passes=yield-in-spin-waits %s 2>/dev/null | FileCheck %s
; A function that waits, or calls one that does, is inlined: only the work-group function can ask the host to let others
; run. One that does not wait stays.

; CHECK-LABEL: define void @wg.calls(
; CHECK-NOT:     call void @outer
; CHECK:         call i32 @reads(
; CHECK:         load atomic i32
; CHECK:         call void @__wherry_yield()
; CHECK:         ret void
define void @wg.calls(ptr addrspace(1) %flag, ptr %context) "wherry-kernel"="calls" "wherry-sub-group-size"="16" {
  %once = call i32 @reads(ptr addrspace(1) %flag)
  call void @outer(ptr addrspace(1) %flag)
  ret void
}

define internal i32 @reads(ptr addrspace(1) %flag) noinline {
  %seen = load atomic i32, ptr addrspace(1) %flag monotonic, align 4
  ret i32 %seen
}

define internal void @outer(ptr addrspace(1) %flag) noinline {
  call void @inner(ptr addrspace(1) %flag)
  ret void
}

define internal void @inner(ptr addrspace(1) %flag) noinline {
  br label %loop

loop:
  %seen = load atomic i32, ptr addrspace(1) %flag monotonic, align 4
  %set = icmp ne i32 %seen, 0
  br i1 %set, label %left, label %loop

left:
  ret void
}
