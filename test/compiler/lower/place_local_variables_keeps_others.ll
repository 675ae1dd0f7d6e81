; RUN: wherry-opt -passes=place-local-variables %s | FileCheck %s
; Each kernel has its own layout, of the variables that it uses: a variable that two kernels use has two places. A
; kernel without any reads nothing of its context. Global variables and functions that are no kernels stay.

@shared = internal addrspace(3) global [4 x i64] undef, align 8
@alone = internal addrspace(3) global [8 x i64] undef, align 8
@counter = internal addrspace(1) global i64 0

; CHECK-LABEL: define void @wg.both(
; CHECK-SAME:  #[[BOTH:[0-9]+]]
; CHECK-DAG:   %[[SHARED:.*]] = getelementptr inbounds i8, ptr addrspace(3) %{{.*}}, i64 0
; CHECK-DAG:   %[[ALONE:.*]] = getelementptr inbounds i8, ptr addrspace(3) %{{.*}}, i64 32
; CHECK:       store i64 1, ptr addrspace(3) %[[ALONE]]
; CHECK-NEXT:  store i64 2, ptr addrspace(3) %[[SHARED]]
define void @wg.both(ptr %args, ptr %context) "wherry-kernel"="both" {
  store i64 1, ptr addrspace(3) @alone
  store i64 2, ptr addrspace(3) @shared
  ret void
}

; CHECK-LABEL: define void @wg.one(
; CHECK-SAME:  #[[ONE:[0-9]+]]
; CHECK:       %[[SHARED:.*]] = getelementptr inbounds i8, ptr addrspace(3) %{{.*}}, i64 0
; CHECK:       store i64 3, ptr addrspace(3) %[[SHARED]]
define void @wg.one(ptr %args, ptr %context) "wherry-kernel"="one" {
  store i64 3, ptr addrspace(3) @shared
  ret void
}

; CHECK-LABEL: define void @wg.none(
; CHECK-SAME:  #[[NONE:[0-9]+]] {
; CHECK-NEXT:  store i64 4, ptr addrspace(1) @counter
; CHECK-NEXT:  ret void
define void @wg.none(ptr %args, ptr %context) "wherry-kernel"="none" {
  store i64 4, ptr addrspace(1) @counter
  ret void
}

; CHECK-LABEL: define ptr addrspace(3) @helper(
; CHECK-NEXT:  ret ptr addrspace(3) @shared
define ptr addrspace(3) @helper() {
  ret ptr addrspace(3) @shared
}

; CHECK-DAG: attributes #[[BOTH]] = { "wherry-kernel"="both" "wherry-local-bytes"="96" }
; CHECK-DAG: attributes #[[ONE]] = { "wherry-kernel"="one" "wherry-local-bytes"="32" }
; CHECK-DAG: attributes #[[NONE]] = { "wherry-kernel"="none" }
