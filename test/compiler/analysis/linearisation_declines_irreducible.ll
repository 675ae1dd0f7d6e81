; RUN: wherry-opt -passes='print<linearisation>' -disable-output %s 2>&1 | FileCheck %s
; A jump into the middle of a loop cannot be linearised. A function without an item loop prints none.

; CHECK-LABEL: linearisation of 'wg.irreducible':
; CHECK-NEXT:    item loop at %items: a jump leads into the middle of a loop
; CHECK-LABEL: linearisation of 'wg.none':

define void @wg.irreducible(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %odd = trunc i32 %value to i1
  br i1 %odd, label %one, label %other

one:
  %n = phi i32 [ 0, %items ], [ %m, %other ]
  %n.next = add i32 %n, 1
  %n.more = icmp slt i32 %n.next, %value
  br i1 %n.more, label %other, label %next

other:
  %m = phi i32 [ 1, %items ], [ %n.next, %one ]
  %m.more = icmp slt i32 %m, %value
  br i1 %m.more, label %one, label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.none() #0 {
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
