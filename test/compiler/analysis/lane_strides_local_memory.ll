; RUN: wherry-opt -passes='print<lane-strides>' -disable-output %s 2>&1 | FileCheck %s
; An index of 32 bits into local memory does not wrap around between lanes that all make the access: their addresses
; would lie further apart than local memory is large. Still checked are an index into global memory, an index in a block
; that some lanes do not run, an index whose lanes are far apart, and two indices of one address, which may wrap together.

; CHECK-LABEL: lane-strides of 'wg.local':
; CHECK:      %index: stride 1{{$}}
; CHECK-NEXT: %wide: stride 4{{$}}
; CHECK-NEXT: %a: stride 4{{$}}
; CHECK-NEXT: %unsigned: stride 2{{$}}
; CHECK-NEXT: %b: stride 8{{$}}
; CHECK-NEXT: %in.global: stride 1 if %sum.1, stride 1, within 32 bits, signed{{$}}
; CHECK-NEXT: %c: stride 4 if
; CHECK-NEXT: %one: stride 1 if
; CHECK-NEXT: %other: stride 1 if
; CHECK-NEXT: %sum: stride 2 if
; CHECK-NEXT: %d: stride 8 if
; CHECK-NEXT: %far: stride 65536 if
; CHECK:      %masked: stride 1 if
define void @wg.local(ptr addrspace(1) %in, ptr addrspace(3) %tile, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %twice = shl i32 %id, 1
  br label %body

body:
  %by = load i32, ptr addrspace(1) %in, align 4
  %sum.1 = add i32 %id, %by
  %sum.2 = sub i32 %twice, %by
  %sum.3 = sub i32 %id, %by
  %sum.4 = shl i32 %sum.3, 16
  %index = sext i32 %sum.1 to i64
  %wide = shl i64 %index, 2
  %a = getelementptr i8, ptr addrspace(3) %tile, i64 %wide
  store i32 0, ptr addrspace(3) %a, align 4
  %unsigned = zext i32 %sum.2 to i64
  %b = getelementptr i32, ptr addrspace(3) %tile, i64 %unsigned
  store i32 0, ptr addrspace(3) %b, align 4
  %in.global = sext i32 %sum.1 to i64
  %c = getelementptr i32, ptr addrspace(1) %in, i64 %in.global
  store i32 0, ptr addrspace(1) %c, align 4
  %one = sext i32 %sum.1 to i64
  %other = sext i32 %sum.3 to i64
  %sum = add i64 %one, %other
  %d = getelementptr i32, ptr addrspace(3) %tile, i64 %sum
  store i32 0, ptr addrspace(3) %d, align 4
  %far = sext i32 %sum.4 to i64
  %e = getelementptr i8, ptr addrspace(3) %tile, i64 %far
  store i32 0, ptr addrspace(3) %e, align 4
  %some = icmp ult i64 %x, 5
  br i1 %some, label %then, label %next

then:
  %masked = sext i32 %sum.1 to i64
  %f = getelementptr i32, ptr addrspace(3) %tile, i64 %masked
  store i32 0, ptr addrspace(3) %f, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "wherry-kernel"="local" "wherry-regions"="1" }
!0 = !{}
