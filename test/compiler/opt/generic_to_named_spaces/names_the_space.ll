; RUN: wherry-opt -passes=generic-to-named-spaces %s | FileCheck %s
; A generic pointer (OpenCL C 6.7.1) that can only come from one address space is used in that space, through address
; arithmetic, phis and selects. Accesses keep their alignment, metadata and debug locations.

; CHECK-LABEL: @accesses(
; CHECK-NOT:   addrspace(4)
; CHECK:       %[[NEXT:.*]] = getelementptr inbounds i32, ptr addrspace(1) %pointer, i64 3
; CHECK:       %value = load i32, ptr addrspace(1) %[[NEXT]], align 8, !dbg ![[LINE:[0-9]+]], !range ![[RANGE:[0-9]+]]
; CHECK:       store i32 %value, ptr addrspace(3) %local, align 4
; CHECK:       atomicrmw add ptr addrspace(3) %local, i32 1 syncscope("workgroup") monotonic
; CHECK-NOT:   addrspace(4)
; CHECK:       ret void
define void @accesses(ptr addrspace(1) %pointer, ptr addrspace(3) %local) !dbg !4 {
  %generic = addrspacecast ptr addrspace(1) %pointer to ptr addrspace(4)
  %next = getelementptr inbounds i32, ptr addrspace(4) %generic, i64 3
  %value = load i32, ptr addrspace(4) %next, align 8, !dbg !5, !range !6
  %generic.local = addrspacecast ptr addrspace(3) %local to ptr addrspace(4)
  store i32 %value, ptr addrspace(4) %generic.local, align 4
  %old = atomicrmw add ptr addrspace(4) %generic.local, i32 1 syncscope("workgroup") monotonic
  ret void
}

; CHECK-LABEL: @loop(
; CHECK:       phi ptr addrspace(3)
; CHECK:       select i1 %odd, ptr addrspace(3)
; CHECK:       load i32, ptr addrspace(3)
; CHECK-NOT:   addrspace(4)
; CHECK:       ret void
define void @loop(ptr addrspace(3) %local, i1 %odd) {
entry:
  %generic = addrspacecast ptr addrspace(3) %local to ptr addrspace(4)
  br label %loop

loop:
  %pointer = phi ptr addrspace(4) [ %generic, %entry ], [ %either, %loop ]
  %next = getelementptr i32, ptr addrspace(4) %pointer, i64 1
  %either = select i1 %odd, ptr addrspace(4) %next, ptr addrspace(4) %pointer
  %value = load i32, ptr addrspace(4) %either
  %again = icmp ne i32 %value, 0
  br i1 %again, label %loop, label %end

end:
  ret void
}

; CHECK-DAG: ![[RANGE]] = !{i32 0, i32 9}
; CHECK-DAG: ![[LINE]] = !DILocation(line: 2,

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1)
!1 = !DIFile(filename: "generic.cl", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "accesses", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, scope: !4)
!6 = !{i32 0, i32 9}
