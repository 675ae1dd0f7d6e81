; RUN: wherry-opt -passes=reshape-nd-range -disable-output %s 2>&1 | FileCheck %s --implicit-check-not=remark
; A remark says why a kernel with local arrays and barriers keeps them. A kernel without local memory has none.

; CHECK: remark: line 1: work-groups stay as they are: what is stored, or where, hangs on more than ids and what arguments' memory has
; CHECK: remark: line 2: work-groups stay as they are: not all work-items are seen to meet this barrier
; CHECK: remark: line 3: work-groups stay as they are: an element may be loaded that nobody has filled before a barrier
; CHECK: remark: work-groups stay as they are: what a work-item does hangs on its place in its work-group
; CHECK: remark: line 4: work-groups stay as they are: a work-group's id is used for more than its first work-item's
@computed.tile = internal addrspace(3) global [16 x float] undef
define void @wg.computed(ptr %args, ptr %context) #0 !wherry.args !10 !dbg !21 {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %l = call i64 @__wherry_local_id(i32 0)
  %from = getelementptr float, ptr addrspace(1) %in, i64 %l
  %loaded = load float, ptr addrspace(1) %from
  %twice = fadd float %loaded, %loaded
  %to = getelementptr float, ptr addrspace(3) @computed.tile, i64 %l
  store float %twice, ptr addrspace(3) %to, !dbg !31
  call void @__wherry_barrier(i32 1)
  %value = load float, ptr addrspace(3) @computed.tile
  call void @use(float %value)
  ret void
}

@left.tile = internal addrspace(3) global [16 x float] undef
define void @wg.left(ptr %args, ptr %context) #1 !wherry.args !10 !dbg !22 {
entry:
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %l = call i64 @__wherry_local_id(i32 0)
  %from = getelementptr float, ptr addrspace(1) %in, i64 %l
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @left.tile, i64 %l
  store float %loaded, ptr addrspace(3) %to
  %small = icmp ult i64 %l, 8
  br i1 %small, label %some, label %done

some:
  call void @__wherry_barrier(i32 1), !dbg !32
  %value = load float, ptr addrspace(3) @left.tile
  call void @use(float %value)
  br label %done

done:
  ret void
}

@unfilled.tile = internal addrspace(3) global [16 x float] undef
define void @wg.unfilled(ptr %args, ptr %context) #2 !wherry.args !10 !dbg !23 {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %l = call i64 @__wherry_local_id(i32 0)
  call void @__wherry_barrier(i32 1)
  %value = load float, ptr addrspace(3) @unfilled.tile, !dbg !33
  %from = getelementptr float, ptr addrspace(1) %in, i64 %l
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @unfilled.tile, i64 %l
  store float %loaded, ptr addrspace(3) %to
  call void @use(float %value)
  ret void
}

@place.tile = internal addrspace(3) global [16 x float] undef
define void @wg.place(ptr %args, ptr %context) #5 !wherry.args !10 !dbg !26 {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %l = call i64 @__wherry_local_id(i32 0)
  %g = call i64 @__wherry_global_id(i32 0)
  %from = getelementptr float, ptr addrspace(1) %in, i64 %g
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @place.tile, i64 %l
  store float %loaded, ptr addrspace(3) %to
  call void @__wherry_barrier(i32 1)
  %value = load float, ptr addrspace(3) @place.tile
  call void @use(float %value)
  ret void
}

@sees.tile = internal addrspace(3) global [16 x float] undef
define void @wg.sees(ptr %args, ptr %context) #3 !wherry.args !10 !dbg !24 {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %l = call i64 @__wherry_local_id(i32 0)
  %g = call i64 @__wherry_group_id(i32 0), !dbg !34
  %from = getelementptr float, ptr addrspace(1) %in, i64 %l
  %loaded = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) @sees.tile, i64 %l
  store float %loaded, ptr addrspace(3) %to
  call void @__wherry_barrier(i32 1)
  %value = load float, ptr addrspace(3) @sees.tile
  %number = uitofp i64 %g to float
  call void @use(float %number)
  call void @use(float %value)
  ret void
}

define void @wg.plain(ptr %args, ptr %context) #4 !wherry.args !10 !dbg !25 {
  call void @__wherry_barrier(i32 1)
  ret void
}

declare void @use(float) nounwind memory(none)
declare i64 @__wherry_global_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_group_id(i32) nounwind willreturn memory(none)
declare i64 @__wherry_local_id(i32) nounwind willreturn memory(none)
declare void @__wherry_barrier(i32) convergent
attributes #0 = { "wherry-kernel"="computed" }
attributes #1 = { "wherry-kernel"="left" }
attributes #2 = { "wherry-kernel"="unfilled" }
attributes #3 = { "wherry-kernel"="sees" }
attributes #5 = { "wherry-kernel"="place" }
attributes #4 = { "wherry-kernel"="plain" }
!0 = !{}
!10 = !{!11}
!11 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!1}
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !4, emissionKind: NoDebug)
!4 = !DIFile(filename: "k.cl", directory: "/")
!5 = !DISubroutineType(types: !0)
!21 = distinct !DISubprogram(name: "computed", file: !4, line: 1, type: !5, unit: !2, spFlags: DISPFlagDefinition)
!22 = distinct !DISubprogram(name: "left", file: !4, line: 1, type: !5, unit: !2, spFlags: DISPFlagDefinition)
!23 = distinct !DISubprogram(name: "unfilled", file: !4, line: 1, type: !5, unit: !2, spFlags: DISPFlagDefinition)
!24 = distinct !DISubprogram(name: "sees", file: !4, line: 1, type: !5, unit: !2, spFlags: DISPFlagDefinition)
!25 = distinct !DISubprogram(name: "plain", file: !4, line: 1, type: !5, unit: !2, spFlags: DISPFlagDefinition)
!26 = distinct !DISubprogram(name: "place", file: !4, line: 1, type: !5, unit: !2, spFlags: DISPFlagDefinition)
!31 = !DILocation(line: 1, scope: !21)
!32 = !DILocation(line: 2, scope: !22)
!33 = !DILocation(line: 3, scope: !23)
!34 = !DILocation(line: 4, scope: !24)
