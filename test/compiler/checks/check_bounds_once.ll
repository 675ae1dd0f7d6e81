; RUN: wherry-opt -passes=check-bounds %s 2>/dev/null | FileCheck %s
; Accesses at one constant distance from an argument share one comparison at the kernel's start. Another distance, another
; size or another alignment has a comparison of its own; an index that is not constant is compared before its access.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK:         %in = load ptr addrspace(1), ptr %args
; CHECK-COUNT-3: icmp uge
; CHECK:         %i = call i64 @__wherry_local_id(i32 0)
; CHECK-NOT:     icmp {{uge|ne}}
; CHECK:         br i1 %[[WRONG:.*]], label %{{.*}}, label %{{.*}}, !prof
; CHECK:         %first = load i32, ptr addrspace(1) %third
; CHECK-NOT:     icmp {{uge|ne}}
; CHECK:         br i1 %{{.*}}, label
; CHECK:         load i32, ptr addrspace(1) %fourth
; CHECK-NOT:     icmp {{uge|ne}}
; CHECK:         br i1 %{{.*}}, label
; CHECK:         load i16, ptr addrspace(1) %third, align 2
; CHECK-NOT:     icmp {{uge|ne}}
; CHECK:         br i1 %[[WRONG]], label
; CHECK:         store i32 %{{.*}}, ptr addrspace(1) %again
; CHECK:         icmp uge
; CHECK:         load i32, ptr addrspace(1) %at
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %i = call i64 @__wherry_local_id(i32 0)
  %third = getelementptr inbounds i32, ptr addrspace(1) %in, i64 3
  %first = load i32, ptr addrspace(1) %third
  %fourth = getelementptr inbounds i32, ptr addrspace(1) %in, i64 4
  %second = load i32, ptr addrspace(1) %fourth
  %half = load i16, ptr addrspace(1) %third, align 2
  %condition = icmp eq i32 %first, %second
  br i1 %condition, label %then, label %end

then:
  %again = getelementptr inbounds i8, ptr addrspace(1) %in, i64 12
  store i32 %second, ptr addrspace(1) %again
  br label %end

end:
  %at = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %i
  %value = load i32, ptr addrspace(1) %at
  store i32 %value, ptr addrspace(1) %at
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
!1 = !{!2}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
