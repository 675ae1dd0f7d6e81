; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; Inline assembly has no vector form, and nothing tells what it does: the loop stays.

; CHECK:       not vectorised: it has inline assembly
; CHECK-LABEL: @wg.assembly(
; CHECK-NOT:   <4 x
; CHECK:       {{^[}]}}
define void @wg.assembly(ptr addrspace(1) %data, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %at = getelementptr inbounds i32, ptr addrspace(1) %data, i64 %x
  %value = load i32, ptr addrspace(1) %at, align 4
  %swapped = call i32 asm "bswap $0", "=r,0"(i32 %value)
  store i32 %swapped, ptr addrspace(1) %at, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="assembly" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
