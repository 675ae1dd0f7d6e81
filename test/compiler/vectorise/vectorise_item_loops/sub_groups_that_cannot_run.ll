; RUN: not wherry-opt -passes=vectorise-item-loops -disable-output %s 2>&1 | FileCheck %s
; Sub-group functions exist in vectors only. If such a loop cannot be vectorised, here for its inline assembly, the
; build fails and names the kernel and the reason.

; CHECK:       error: {{.*}}'assembly'{{.*}}inline assembly
declare i32 @__wherry_sub_group_lane() memory(none)

define void @wg.assembly(ptr addrspace(1) %data, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %lane = call i32 @__wherry_sub_group_lane()
  %at = getelementptr inbounds i32, ptr addrspace(1) %data, i64 %x
  %value = load i32, ptr addrspace(1) %at, align 4
  %swapped = call i32 asm "bswap $0", "=r,0"(i32 %value)
  %sum = add i32 %swapped, %lane
  store i32 %sum, ptr addrspace(1) %at, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="assembly" "wherry-regions"="1" "wherry-sub-group-size"="8" "wherry-sub-groups" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 0}
