; RUN: wherry-opt -passes=place-local-variables %s | FileCheck %s
; A local variable is one for each group: it becomes an address in the group's local memory, at its alignment, at least
; 16 bytes, so that vectors fit. The facts keep its name, bytes and offset for the checked mode's reports.

@kernel.flag = internal addrspace(3) global i8 undef, align 1
@kernel.tile = internal addrspace(3) global [5 x i32] undef, align 4
@kernel.wide = internal addrspace(3) global [2 x i64] undef, align 64

; CHECK-LABEL: define void @wg.kernel(
; CHECK-SAME:  #[[FACTS:[0-9]+]] !wherry.local_variables ![[VARIABLES:[0-9]+]]
; CHECK-NEXT:  %[[FIELD:.*]] = getelementptr inbounds i8, ptr %context, i64
; CHECK-NEXT:  %[[FLAT:.*]] = load ptr, ptr %[[FIELD]], align 8, !invariant.load
; CHECK-NEXT:  %[[MEMORY:.*]] = addrspacecast ptr %[[FLAT]] to ptr addrspace(3)
; CHECK-DAG:   %[[FLAG:.*]] = getelementptr inbounds i8, ptr addrspace(3) %[[MEMORY]], i64 0
; CHECK-DAG:   %[[TILE:.*]] = getelementptr inbounds i8, ptr addrspace(3) %[[MEMORY]], i64 16
; CHECK-DAG:   %[[WIDE:.*]] = getelementptr inbounds i8, ptr addrspace(3) %[[MEMORY]], i64 64
; CHECK:       store volatile i8 1, ptr addrspace(3) %[[FLAG]]
; CHECK-NEXT:  %place = getelementptr [5 x i32], ptr addrspace(3) %[[TILE]], i64 0, i64 3
; CHECK-NEXT:  store i32 2, ptr addrspace(3) %place
; CHECK-NEXT:  store i64 3, ptr addrspace(3) %[[WIDE]], align 64
; CHECK-NEXT:  store i32 4, ptr addrspace(3) %[[TILE]]
; CHECK-NOT:   @kernel.
; CHECK:       ret void
define void @wg.kernel(ptr %args, ptr %context) #0 {
  store volatile i8 1, ptr addrspace(3) @kernel.flag
  %place = getelementptr [5 x i32], ptr addrspace(3) @kernel.tile, i64 0, i64 3
  store i32 2, ptr addrspace(3) %place
  store i64 3, ptr addrspace(3) @kernel.wide, align 64
  store i32 4, ptr addrspace(3) @kernel.tile
  ret void
}

; CHECK: attributes #[[FACTS]] = {{.*}}"wherry-local-bytes"="80"
; CHECK: ![[VARIABLES]] = !{![[A:[0-9]+]], ![[B:[0-9]+]], ![[C:[0-9]+]]}
; CHECK-DAG: !{!"kernel.flag", i64 1, i64 0}
; CHECK-DAG: !{!"kernel.tile", i64 20, i64 16}
; CHECK-DAG: !{!"kernel.wide", i64 16, i64 64}
attributes #0 = { "wherry-kernel"="kernel" }
