; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; A loop by the global size to a bound: whether the bound and one step more fit 32 bits is told once, before the item
; loop, and accesses are contiguous; else work-items run one by one.

; CHECK:       2 contiguous accesses, {{.*}} 0 gathers, 0 scatters
; CHECK-LABEL: @wg.grid(
; CHECK:       %[[N:.*]] = zext i32 %n to i64
; CHECK:       @llvm.sadd.with.overflow.i64(i64 %[[N]], i64 %{{.*}})
; CHECK:       icmp sle i64 %{{.*}}, 4294967295
; CHECK:       select i1 %{{.*}}, i64 4, i64 -1
; CHECK:       @llvm.masked.load
; CHECK:       @llvm.masked.store
define void @wg.grid(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n, i32 %step, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  br label %loop

loop:
  %g = phi i32 [ %id, %items ], [ %g.next, %body ]
  %inside = icmp ult i32 %g, %n
  br i1 %inside, label %body, label %left

body:
  %index = zext i32 %g to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index
  %value = load float, ptr addrspace(1) %from, align 4
  %to = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float %value, ptr addrspace(1) %to, align 4
  %g.next = add i32 %g, %step
  br label %loop

left:
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
