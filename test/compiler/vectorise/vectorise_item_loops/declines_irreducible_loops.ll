; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; A jump that leads into the middle of a loop has no header at which lanes could meet: the item loop stays.

; CHECK:       not vectorised: a jump leads into the middle of a loop
; CHECK-LABEL: @wg.jump(
; CHECK-NOT:   <4 x
; CHECK:       {{^[}]}}
define void @wg.jump(ptr addrspace(1) %in, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %middle = icmp eq i32 %value, 0
  br i1 %middle, label %second, label %first

first:
  %a = phi i32 [ %value, %body ], [ %c, %second ]
  %b = lshr i32 %a, 1
  br label %second

second:
  %c = phi i32 [ 77, %body ], [ %b, %first ]
  %more = icmp ugt i32 %c, 1
  br i1 %more, label %first, label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="jump" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
