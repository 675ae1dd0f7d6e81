; RUN: wherry-opt -passes=inline-policy %s | FileCheck %s
; What stays a call: functions that the source keeps out of line, that other modules can see, that are only declared,
; and that call themselves, by way of another one too.

; CHECK: define internal void @small() #[[INLINE:[0-9]+]]
; CHECK: define internal void @written_noinline() #[[NOINLINE:[0-9]+]]
; CHECK: define void @visible() {
; CHECK: define internal void @ping() {
; CHECK: define internal void @pong() {
; CHECK: define internal void @calls_ping() {
; CHECK: declare void @declared()
; CHECK-DAG: attributes #[[INLINE]] = { alwaysinline }
; CHECK-DAG: attributes #[[NOINLINE]] = { noinline }
define void @wg.kernel(ptr %args, ptr %context) "wherry-kernel"="kernel" {
  call void @small()
  call void @written_noinline()
  call void @visible()
  call void @ping()
  call void @calls_ping()
  call void @declared()
  ret void
}

define internal void @small() {
  ret void
}

define internal void @written_noinline() noinline {
  ret void
}

define void @visible() {
  ret void
}

define internal void @ping() {
  call void @pong()
  ret void
}

define internal void @pong() {
  call void @ping()
  ret void
}

define internal void @calls_ping() {
  call void @ping()
  ret void
}

declare void @declared()
