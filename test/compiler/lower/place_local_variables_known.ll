; RUN: wherry-opt -passes=place-local-variables %s | FileCheck %s
; The checked mode numbers the variables of a kernel before they have their place: the entries keep their order, and get
; offset and bytes. An entry whose variable is gone stays, as numbers refer to those behind it.

@first = internal addrspace(3) global [2 x i64] undef
@second = internal addrspace(3) global [4 x i64] undef

; CHECK: define void @wg.kernel({{.*}} !wherry.local_variables ![[VARIABLES:[0-9]+]]
define void @wg.kernel(ptr %args, ptr %context) "wherry-kernel"="kernel" !wherry.local_variables !0 {
  store i64 1, ptr addrspace(3) @first
  store i64 2, ptr addrspace(3) @second
  ret void
}

; CHECK: ![[VARIABLES]] = !{![[GONE:[0-9]+]], ![[SECOND:[0-9]+]], ![[FIRST:[0-9]+]]}
; CHECK-DAG: ![[GONE]] = !{!"gone", i64 8, i64 0}
; CHECK-DAG: ![[SECOND]] = !{!"second", i64 32, i64 {{16|0}}}
; CHECK-DAG: ![[FIRST]] = !{!"first", i64 16, i64 {{32|0}}}
!0 = !{!1, !2, !3}
!1 = !{!"gone", i64 8, i64 0}
!2 = !{!"second", i64 0, i64 0}
!3 = !{!"first", i64 0, i64 0}
