; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; Work-items of a region are independent: no barrier is between them, and a race is the kernel's error (OpenCL 3.0 API,
; 3.3.4). So accesses of global and local memory are parallel ones of the item loop. Unmarked stay what iterations share:
; private variables on the stack, pointers that may lead there, and atomics, which order work-items.

; CHECK-LABEL: define void @wg.mixed(
; CHECK:         br i1 %{{.*}}, !llvm.loop ![[LOOP:[0-9]+]], !wherry.item_loop
; CHECK:         load i32, ptr addrspace(1) %{{.*}}, align 4, !llvm.access.group ![[GROUP:[0-9]+]]
; CHECK:         store i32 %{{.*}}, ptr addrspace(3) %{{.*}}, align 4, !llvm.access.group ![[GROUP]]
; CHECK:         store i32 %{{.*}}, ptr %scratch, align 4{{$}}
; CHECK:         load i32, ptr %{{.*}}, align 4{{$}}
; CHECK:         load i32, ptr addrspace(4) %{{.*}}, align 4{{$}}
; CHECK:         load i32, ptr addrspace(4) %{{.*}}, align 4, !llvm.access.group ![[GROUP]]
; CHECK:         atomicrmw add ptr addrspace(1) %{{.*}}, i32 %{{.*}} monotonic, align 4{{$}}
; CHECK:         store atomic i32 1, ptr addrspace(1) %{{.*}} monotonic, align 4{{$}}
; CHECK-DAG:   ![[LOOP]] = distinct !{![[LOOP]], ![[PARALLEL:[0-9]+]], ![[PROGRESS:[0-9]+]]}
; CHECK-DAG:   ![[PARALLEL]] = !{!"llvm.loop.parallel_accesses", ![[GROUP]]}
; CHECK-DAG:   ![[GROUP]] = distinct !{}
; CHECK-DAG:   ![[PROGRESS]] = !{!"llvm.loop.mustprogress"}
define void @wg.mixed(ptr %args, ptr %context) "wherry-kernel"="mixed" {
entry:
  %scratch = alloca i32
  %global = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_tile = getelementptr inbounds i8, ptr %args, i64 8
  %tile = load ptr addrspace(3), ptr %to_tile, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %from = getelementptr i32, ptr addrspace(1) %global, i64 %x
  %value = load i32, ptr addrspace(1) %from
  %to = getelementptr i32, ptr addrspace(3) %tile, i64 %x
  store i32 %value, ptr addrspace(3) %to
  store i32 %value, ptr %scratch
  %own = load i32, ptr %scratch
  %in_memory = load ptr addrspace(4), ptr addrspace(1) %from
  %unknown = load i32, ptr addrspace(4) %in_memory
  %known = addrspacecast ptr addrspace(1) %from to ptr addrspace(4)
  %again = load i32, ptr addrspace(4) %known
  %a = add i32 %own, %unknown
  %b = add i32 %a, %again
  %old = atomicrmw add ptr addrspace(1) %from, i32 %b monotonic
  store atomic i32 1, ptr addrspace(1) %from monotonic, align 4
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
