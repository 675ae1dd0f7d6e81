; RUN: not wherry-opt -passes=kernel-entry -disable-output %s 2>&1 | FileCheck %s
; Each function calls the next one ten times, the last one is large: millions of instructions when all are inlined. The
; build must end with an error that names the kernel, before the machine is out of memory.

; Nothing else is said: what is left is valid, with the kernel's debug information, too.

; CHECK:     error: kernel 'large' grows beyond {{[0-9]+}} instructions when the functions it calls are inlined{{$}}
; CHECK-NOT: {{.}}
define spir_kernel void @large() !dbg !3 {
  call spir_func void @f0()
  ret void
}

define internal spir_func void @f0() alwaysinline {
  call spir_func void @f1() call spir_func void @f1()
  call spir_func void @f1() call spir_func void @f1()
  call spir_func void @f1() call spir_func void @f1()
  call spir_func void @f1() call spir_func void @f1()
  call spir_func void @f1() call spir_func void @f1()
  ret void
}
define internal spir_func void @f1() alwaysinline {
  call spir_func void @f2() call spir_func void @f2()
  call spir_func void @f2() call spir_func void @f2()
  call spir_func void @f2() call spir_func void @f2()
  call spir_func void @f2() call spir_func void @f2()
  call spir_func void @f2() call spir_func void @f2()
  ret void
}
define internal spir_func void @f2() alwaysinline {
  call spir_func void @f3() call spir_func void @f3()
  call spir_func void @f3() call spir_func void @f3()
  call spir_func void @f3() call spir_func void @f3()
  call spir_func void @f3() call spir_func void @f3()
  call spir_func void @f3() call spir_func void @f3()
  ret void
}
define internal spir_func void @f3() alwaysinline {
  call spir_func void @f4() call spir_func void @f4()
  call spir_func void @f4() call spir_func void @f4()
  call spir_func void @f4() call spir_func void @f4()
  call spir_func void @f4() call spir_func void @f4()
  call spir_func void @f4() call spir_func void @f4()
  ret void
}
define internal spir_func void @f4() alwaysinline {
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst fence seq_cst
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!5}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "large.cl", directory: "/")
!2 = !{}
!3 = distinct !DISubprogram(name: "large", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !2)
!5 = !{i32 2, !"Debug Info Version", i32 3}
