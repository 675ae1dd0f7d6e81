; RUN: wherry-opt -passes='print<value-ranges>' -disable-output %s 2>&1 | FileCheck %s
; Extensions and truncations: a zext asks for an unsigned number, a sext and a zext nneg for a signed one. Numbers of
; more than 64 bits, and vectors, have no bounds that are asked for.

; CHECK-LABEL: value-ranges of 'wg.casts':
; CHECK-NEXT:    item loop at %items:{{$}}
; CHECK-NEXT:      %x: bounded{{$}}
; CHECK-NEXT:      %id: bounded{{$}}
; CHECK-NEXT:      %back: bounded as a signed number{{$}}
; CHECK-NEXT:      %unsigned: no bound{{$}}
; CHECK-NEXT:      %known: bounded{{$}}
; CHECK-NEXT:      %signed: bounded{{$}}
; CHECK-NEXT:      %sum: bounded{{$}}
; CHECK-NEXT:      %wide: bounded{{$}}
; CHECK-NEXT:      %narrow: no bound{{$}}
; CHECK-NEXT:      %x.next: bounded{{$}}

define void @wg.casts(ptr addrspace(1) %in, i32 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %back = sub i32 %id, %n
  %unsigned = zext i32 %back to i64
  %known = zext nneg i32 %back to i64
  %signed = sext i32 %back to i64
  %sum = add i32 %id, %n
  %wide = zext i32 %sum to i64
  %wider = zext i32 %sum to i128
  %all = add i128 %wider, 1
  %narrow = trunc i128 %all to i32
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
