; RUN: wherry-opt -passes=inline-policy %s | FileCheck %s
; Loads and stores of variables on the stack count as nothing, as they become values: @wg.kernel would have 27,000
; instructions. A call that the source keeps stays a call in a short kernel.

; CHECK-LABEL: define void @wg.kernel(
; CHECK-NOT:   call void @hundred
; CHECK:       call void @kept()
define void @wg.kernel(ptr %args, ptr %context) "wherry-kernel"="kernel" {
  call void @hundred() call void @hundred() call void @hundred() call void @hundred() call void @hundred()
  call void @kept() noinline
  ret void
}

define internal void @leaf() {
  %p = alloca [4 x i32]
  %q = getelementptr inbounds [4 x i32], ptr %p, i64 0, i64 1
  %a1 = load i32, ptr %q %a2 = load i32, ptr %q %a3 = load i32, ptr %q %a4 = load i32, ptr %q
  %b1 = load i32, ptr %q %b2 = load i32, ptr %q %b3 = load i32, ptr %q %b4 = load i32, ptr %q
  %c1 = load i32, ptr %q %c2 = load i32, ptr %q %c3 = load i32, ptr %q %c4 = load i32, ptr %q
  %d1 = load i32, ptr %q %d2 = load i32, ptr %q %d3 = load i32, ptr %q %d4 = load i32, ptr %q
  store i32 %a1, ptr %p store i32 %a2, ptr %p store i32 %a3, ptr %p store i32 %a4, ptr %p
  store i32 %b1, ptr %p store i32 %b2, ptr %p store i32 %b3, ptr %p store i32 %b4, ptr %p
  store i32 %c1, ptr %p store i32 %c2, ptr %p store i32 %c3, ptr %p store i32 %c4, ptr %p
  store i32 %d1, ptr %p store i32 %d2, ptr %p store i32 %d3, ptr %p store i32 %d4, ptr %p
  ret void
}

define internal void @ten() {
  call void @leaf() call void @leaf() call void @leaf() call void @leaf() call void @leaf()
  call void @leaf() call void @leaf() call void @leaf() call void @leaf() call void @leaf()
  ret void
}

define internal void @hundred() {
  call void @ten() call void @ten() call void @ten() call void @ten() call void @ten()
  call void @ten() call void @ten() call void @ten() call void @ten() call void @ten()
  ret void
}

define internal void @kept() {
  ret void
}
