; RUN: wherry-opt -passes='keep-own-vectors,for-kernels<vectorised>(scalarizer<load-store>),vectorise-item-loops,restore-own-vectors,verify' %s 2>&1 | FileCheck %s
; Lines in the copy are those of the kernel.

; CHECK:       remark: work-items keep their own vectors
; CHECK:       define void @wg.list({{.*}} !dbg ![[LIST:[0-9]+]] {
; CHECK:       fadd <4 x float> {{.*}}, !dbg ![[LINE:[0-9]+]]
; CHECK-NOT:   define
; CHECK-DAG:   ![[LIST]] = distinct !DISubprogram(name: "list"
; CHECK-DAG:   ![[LINE]] = !DILocation(line: 7, scope: ![[LIST]])
define void @wg.list(ptr addrspace(1) %colours, ptr addrspace(1) %nodes, i64 %size) #0 !dbg !3 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %to = getelementptr <4 x float>, ptr addrspace(1) %colours, i64 %x
  br label %node

node:
  %at = phi i64 [ %x, %items ], [ %third, %node ]
  %sum = phi <4 x float> [ zeroinitializer, %items ], [ %sum.next, %node ]
  %from = getelementptr <4 x float>, ptr addrspace(1) %colours, i64 %at
  %colour = load <4 x float>, ptr addrspace(1) %from
  %sum.next = fadd <4 x float> %sum, %colour, !dbg !4
  %link = getelementptr i64, ptr addrspace(1) %nodes, i64 %at
  %follow = load i64, ptr addrspace(1) %link
  %second.link = getelementptr i64, ptr addrspace(1) %nodes, i64 %follow
  %second = load i64, ptr addrspace(1) %second.link
  %third.link = getelementptr i64, ptr addrspace(1) %nodes, i64 %second
  %third = load i64, ptr addrspace(1) %third.link
  %more = icmp ne i64 %third, 0
  br i1 %more, label %node, label %next

next:
  store <4 x float> %sum.next, ptr addrspace(1) %to
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "wherry-kernel"="list" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!5}
!llvm.dbg.cu = !{!1}
!0 = !{}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: LineTablesOnly)
!2 = !DIFile(filename: "list.cl", directory: "")
!3 = distinct !DISubprogram(name: "list", file: !2, line: 1, type: !6, unit: !1, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 7, scope: !3)
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !DISubroutineType(types: !0)
