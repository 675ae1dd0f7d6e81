; RUN: wherry-opt -passes=choose-lane-dimension %s 2>/dev/null | FileCheck %s
; Work-items that follow each other in dimension 2 reach neighbouring elements, those of dimension 0 elements 4 KiB apart:
; lanes go along dimension 2. Not where a known local size leaves more lanes empty there.

; CHECK:       define void @wg.any(ptr %args, ptr %context) #[[ANY:[0-9]+]]
; CHECK:       define void @wg.known(ptr %args, ptr %context) #[[KNOWN:[0-9]+]]
; CHECK:       define void @wg.short(ptr %args, ptr %context) #[[SHORT:[0-9]+]]
; CHECK:       attributes #[[ANY]] = {{.*}}"wherry-lane-dimension"="2"
; CHECK:       attributes #[[KNOWN]] = {{.*}}"wherry-lane-dimension"="2"
; CHECK-NOT:   attributes #[[SHORT]] = {{.*}}"wherry-lane-dimension"
define void @wg.any(ptr %args, ptr %context) "wherry-kernel"="any" "wherry-regroupable" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %z = call i64 @__wherry_local_id(i32 2)
  %row = mul i64 %x, 1024
  %index = add i64 %row, %z
  %place = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float 1.0, ptr addrspace(1) %place
  ret void
}

define void @wg.known(ptr %args, ptr %context) "wherry-kernel"="known" "wherry-local-size"="8,4,8" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %z = call i64 @__wherry_local_id(i32 2)
  %row = mul i64 %x, 1024
  %index = add i64 %row, %z
  %place = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float 1.0, ptr addrspace(1) %place
  ret void
}

define void @wg.short(ptr %args, ptr %context) "wherry-kernel"="short" "wherry-local-size"="16,4,8" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %z = call i64 @__wherry_local_id(i32 2)
  %row = mul i64 %x, 1024
  %index = add i64 %row, %z
  %place = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float 1.0, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
