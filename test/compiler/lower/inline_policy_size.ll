; RUN: wherry-opt -passes=inline-policy %s | FileCheck %s
; Small means: with all that it calls, times its uses, at most 4000 instructions. @leaf has 41 and twelve uses, @ten
; eleven and ten times @leaf's; ten uses of @ten are too many, and so is one of @hundred, which calls it so often.

; CHECK: define internal void @leaf() #[[INLINE:[0-9]+]]
; CHECK: define internal void @ten() {
; CHECK: define internal void @hundred() {
; CHECK: define internal void @once() #[[INLINE]]
; CHECK: attributes #[[INLINE]] = { alwaysinline }
define void @wg.kernel(ptr %args, ptr %context) "wherry-kernel"="kernel" {
  call void @leaf()
  call void @hundred()
  call void @once()
  ret void
}

define internal void @leaf() {
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
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

define internal void @once() {
  call void @leaf()
  ret void
}
