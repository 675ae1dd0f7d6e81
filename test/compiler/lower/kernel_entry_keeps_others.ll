; RUN: wherry-opt -passes=kernel-entry %s | FileCheck %s
; Functions that are no kernels stay, and a kernel that is only declared is none. A kernel whose address something else
; uses stays as a function, without the subprogram that its work-group function has now.

@annotations = internal constant [1 x ptr] [ptr @used]

; CHECK: define spir_kernel void @used(ptr addrspace(1) %out) {
; CHECK: define internal spir_func i32 @helper(i32 %x) #[[COLD:[0-9]+]] {
; CHECK: declare spir_kernel void @elsewhere()
; CHECK: define void @wg.used({{.*}} !dbg ![[SUBPROGRAM:[0-9]+]]
; CHECK:   call spir_func i32 @helper(i32 1)
; CHECK-NOT: @wg.elsewhere
define spir_kernel void @used(ptr addrspace(1) %out) !dbg !4 {
  store i32 0, ptr addrspace(1) %out, !dbg !6
  %x = call spir_func i32 @helper(i32 1), !dbg !6
  ret void, !dbg !6
}

define internal spir_func i32 @helper(i32 %x) #0 {
  ret i32 %x
}

declare spir_kernel void @elsewhere()

attributes #0 = { cold }
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
; CHECK: ![[SUBPROGRAM]] = distinct !DISubprogram(name: "used"
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernel.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "used", file: !1, line: 6, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 7, column: 3, scope: !4)
