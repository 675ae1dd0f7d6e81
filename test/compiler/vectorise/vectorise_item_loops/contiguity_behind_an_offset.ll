; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; LLVM writes row[(id & mask) - 1] as the address of row[id & mask] less four bytes. The index is checked, and the first
; lane's address has the constant added.

; CHECK:       1 gathers, 0 scatters, 0 lane by lane, 1 of them contiguous by a run-time check
; CHECK-LABEL: @wg.left(
; CHECK:       %[[INDEX:.*]] = and <4 x i32>
; CHECK:       %[[SAME:.*]] = icmp eq <4 x i32> %[[INDEX]],
; CHECK:       %[[FIRST:.*]] = getelementptr float, ptr addrspace(1) %row, i64
; CHECK-NEXT:  %[[LEFT:.*]] = getelementptr i8, ptr addrspace(1) %[[FIRST]], i64 -4
; CHECK:       load <4 x float>, ptr addrspace(1) %[[LEFT]], align 4
define void @wg.left(ptr addrspace(1) %row, ptr addrspace(1) %out, i32 %mask, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = trunc i64 %x to i32
  %index = and i32 %id, %mask
  %index.long = zext i32 %index to i64
  %behind = getelementptr float, ptr addrspace(1) %row, i64 %index.long
  %from = getelementptr i8, ptr addrspace(1) %behind, i64 -4
  %value = load float, ptr addrspace(1) %from, align 4
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="left" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
