; RUN: wherry-opt -passes=vectorise-item-loops,verify %s -o /dev/null 2>&1 | FileCheck %s
; An index that is another one behind a branch: both are clamped, and the phi has a run-time contiguity check.

; CHECK: 1 gathers, 0 scatters, 0 lane by lane, 1 of them contiguous by a run-time check
define void @wg.choice(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %plane, i64 %most, i64 %size) #0 {
entry:
  %moves = icmp ne i64 %plane, 0
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %clamped = call i64 @llvm.umin.i64(i64 %x, i64 %most)
  br i1 %moves, label %moved, label %after

moved:
  %further = add i64 %clamped, %plane
  store i64 %plane, ptr addrspace(1) %out, align 8
  br label %after

after:
  %index = phi i64 [ %clamped, %body ], [ %further, %moved ]
  %place = getelementptr float, ptr addrspace(1) %in, i64 %index
  %value = load float, ptr addrspace(1) %place, align 4
  %to = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %value, ptr addrspace(1) %to, align 4
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
