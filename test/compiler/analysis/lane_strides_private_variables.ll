; RUN: wherry-opt -passes='print<lane-strides>' -disable-output %s 2>&1 | FileCheck %s
; Each lane has its own private variables: element by element where all accesses are to elements of one size, else
; one whole variable after the other. An address in an interleaved array by the index has no one stride.

; CHECK-LABEL: lane-strides of 'wg.private':
; CHECK-NEXT:    item loop at %items:
; CHECK-NEXT:      %array: a variable of each lane, interleaved, 4 bytes from lane to lane
; CHECK-NEXT:      %pair: a variable of each lane, whole, 4 bytes from lane to lane
; CHECK-NEXT:      %x: stride 1
; CHECK-NEXT:      %half: varying
; CHECK-NEXT:      %slot: stride 4
; CHECK-NEXT:      %mine: varying
; CHECK-NEXT:      %value: varying
; CHECK-NEXT:      %x.next: stride 1
; CHECK-NEXT:      %again: uniform

define void @wg.private(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  %array = alloca [8 x i32], align 4
  %pair = alloca i32, align 4
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  store i32 0, ptr %pair, align 4
  %half = load i16, ptr %pair, align 2
  %slot = getelementptr i32, ptr %array, i64 2
  store i32 1, ptr %slot, align 4
  %mine = getelementptr i32, ptr %array, i64 %x
  %value = load i32, ptr %mine, align 4
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
