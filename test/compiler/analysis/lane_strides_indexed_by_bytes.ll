; RUN: wherry-opt -passes='print<lane-strides>' -disable-output %s 2>&1 | FileCheck %s
; LLVM writes the address of element (int)i as i << 32 >> 30 bytes: whole elements, so the array is interleaved. By
; i << 32 >> 31 an address may lie in the middle of one.

; CHECK:      %array: a variable of each lane, interleaved, 4 bytes from lane to lane
; CHECK-NEXT: %other: a variable of each lane, whole, 32 bytes from lane to lane

define void @wg.private(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  %array = alloca [8 x i32], align 4
  %other = alloca [8 x i32], align 4
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %at = getelementptr i64, ptr addrspace(1) %in, i64 %x
  %i = load i64, ptr addrspace(1) %at, align 8
  %high = shl i64 %i, 32
  %bytes = ashr i64 %high, 30
  %mine = getelementptr i8, ptr %array, i64 %bytes
  store i32 1, ptr %mine, align 4
  %half.bytes = ashr i64 %high, 31
  %half = getelementptr i8, ptr %other, i64 %half.bytes
  store i32 1, ptr %half, align 2
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
