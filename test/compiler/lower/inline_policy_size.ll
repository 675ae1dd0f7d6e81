; RUN: wherry-opt -passes=inline-policy %s | FileCheck %s
; A kernel is short with at most 20,000 operations in all that it calls; @wg.long has five times @hundred's 4,231. What
; it calls is inlined where it is small: with all that it calls, times its uses, at most 4000 operations. @leaf has 41
; and twelve uses, @ten 421 and ten; so is @once, and not @hundred.

; CHECK-LABEL: define void @wg.short(
; CHECK-NOT:   call
define void @wg.short(ptr %args, ptr %context) "wherry-kernel"="short" {
  call void @ten()
  ret void
}

; CHECK-LABEL: define void @wg.long(
; CHECK:       call void @leaf()
; CHECK:       call void @hundred()
define void @wg.long(ptr %args, ptr %context) "wherry-kernel"="long" {
  call void @leaf()
  call void @hundred() call void @hundred() call void @hundred() call void @hundred() call void @hundred()
  call void @once()
  ret void
}

; CHECK: define internal void @leaf() #[[INLINE:[0-9]+]]
; CHECK: define internal void @ten() {
; CHECK: define internal void @hundred() {
; CHECK: define internal void @once() #[[INLINE]]
; CHECK: attributes #[[INLINE]] = { alwaysinline }
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
