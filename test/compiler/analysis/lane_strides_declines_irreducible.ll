; RUN: wherry-opt -passes='print<lane-strides>' -disable-output %s 2>&1 | FileCheck %s
; A loop that cannot be linearised has no strides; the other item loop of the kernel has.

; CHECK-LABEL: lane-strides of 'wg.two':
; CHECK-NEXT:    item loop at %items: a jump leads into the middle of a loop
; CHECK-NEXT:    item loop at %second:
; CHECK-NEXT:      %y: stride 1
; CHECK-NEXT:      %to: stride 4
; CHECK-NEXT:      %y.next: stride 1
; CHECK-NEXT:      %y.again: uniform

define void @wg.two(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
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
  br label %second

second:
  %y = phi i64 [ 0, %done ], [ %y.next, %second ], !wherry.item_loop !0
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %y
  store i32 0, ptr addrspace(1) %to, align 4
  %y.next = add nuw nsw i64 %y, 1
  %y.again = icmp ult i64 %y.next, %size, !wherry.item_loop !0
  br i1 %y.again, label %second, label %end, !wherry.item_loop !0

end:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
