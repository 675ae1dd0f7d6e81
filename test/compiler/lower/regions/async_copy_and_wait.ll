; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; An async copy, a tile, a fence and a wait become calls of the runtime, once for the group, each through its own entry
; of the launch's table and with a site that names the kernel, line and column.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-DAG:   @[[KERNEL:.*]] = private unnamed_addr constant [5 x i8] c"move\00"
; CHECK-DAG:   @[[FILE:.*]] = private unnamed_addr constant [7 x i8] c"own.cl\00"
; CHECK-DAG:   @[[SITE:.*]] = private unnamed_addr constant { ptr, ptr, i32, i32, i64 } { ptr @[[KERNEL]], ptr @[[FILE]], i32 12, i32 34, i64 {{.*}} }

; CHECK-LABEL: define void @wg.move(
; CHECK:         %[[TO_LAUNCH:.*]] = getelementptr inbounds i8, ptr %context, i64 0
; CHECK:         %[[LAUNCH:.*]] = load ptr, ptr %[[TO_LAUNCH]], {{.*}}!invariant.load
; CHECK:         %[[TO_TABLE:.*]] = getelementptr inbounds i8, ptr %[[LAUNCH]], i64 104
; CHECK:         %[[TABLE:.*]] = load ptr, ptr %[[TO_TABLE]], {{.*}}!invariant.load
; CHECK:         %[[TO_COPY:.*]] = getelementptr inbounds i8, ptr %[[TABLE]], i64 0
; CHECK:         %[[COPY:.*]] = load ptr, ptr %[[TO_COPY]], {{.*}}!invariant.load
; CHECK:         %[[EVENT:.*]] = call i64 %[[COPY]](ptr %context, ptr @[[SITE]], ptr %{{.*}}, ptr %{{.*}}, i64 64, i64 4, i64 1, i64 2, i64 0)
; CHECK:         getelementptr inbounds i8, ptr %{{.*}}, i64 24
; CHECK:         call void %{{.*}}(ptr %context, ptr @{{.*}})
; CHECK:         getelementptr inbounds i8, ptr %{{.*}}, i64 8
; CHECK:         call i64 %{{.*}}(ptr %context, ptr @{{.*}}, ptr %{{.*}}, ptr %{{.*}}, i64 4, i64 8, i64 2, i64 1, i64 8, i64 16, i64 9, i64 18, i64 %[[EVENT]])
; CHECK:         getelementptr inbounds i8, ptr %{{.*}}, i64 32
; CHECK:         call void %{{.*}}(ptr %context, ptr @{{.*}}, i32 1, ptr %{{.*}})
; CHECK-NOT:     call {{.*}}@__wherry
; CHECK:         !wherry.item_loop
; CHECK:       attributes #0 = {{.*}}"wherry-copies"
; CHECK-NOT:     "wherry-barriers"
define void @wg.move(ptr %args, ptr %context) "wherry-kernel"="move" !dbg !4 {
entry:
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_tile = getelementptr inbounds i8, ptr %args, i64 8
  %tile = load ptr addrspace(3), ptr %to_tile, !invariant.load !0
  %event = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) %tile, ptr addrspace(1) %in, i64 64, i64 4, i64 1, i64 2, i64 0), !dbg !5
  call void @__wherry_copy_fence(), !dbg !5
  %joined = call i64 @__wherry_async_tile_to_global(ptr addrspace(1) %in, ptr addrspace(3) %tile, i64 4, i64 8, i64 2, i64 1, i64 8, i64 16, i64 9, i64 18, i64 %event), !dbg !5
  %events = getelementptr i64, ptr addrspace(3) %tile, i64 64
  call void @__wherry_wait_events_local(i32 1, ptr addrspace(3) %events), !dbg !5
  %x = call i64 @__wherry_local_id(i32 0), !dbg !5
  %place = getelementptr i64, ptr addrspace(1) %in, i64 %x
  store i64 %x, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare i64 @__wherry_async_copy_to_local(ptr addrspace(3), ptr addrspace(1), i64, i64, i64, i64, i64) convergent nounwind willreturn
declare i64 @__wherry_async_tile_to_global(ptr addrspace(1), ptr addrspace(3), i64, i64, i64, i64, i64, i64, i64, i64, i64) convergent nounwind willreturn
declare void @__wherry_copy_fence() convergent nounwind willreturn
declare void @__wherry_wait_events_local(i32, ptr addrspace(3)) convergent nounwind willreturn

!llvm.module.flags = !{!1}
!llvm.dbg.cu = !{!2}
!0 = !{}
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !3, emissionKind: NoDebug)
!3 = !DIFile(filename: "own.cl", directory: "")
!4 = distinct !DISubprogram(name: "move", scope: !3, file: !3, line: 10, type: !6, spFlags: DISPFlagDefinition, unit: !2)
!5 = !DILocation(line: 12, column: 34, scope: !4)
!6 = !DISubroutineType(types: !0)
