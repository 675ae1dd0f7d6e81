; RUN: wherry-opt -passes='print<value-ranges>' -disable-output %s 2>&1 | FileCheck %s
; An expression deeper than twelve steps is no index that a person writes. Bounds end there, and so do those of what is
; computed from it.

; CHECK-LABEL: value-ranges of 'wg.deep':
; CHECK-NEXT:    item loop at %items:{{$}}
; CHECK-NEXT:      %x: bounded{{$}}
; CHECK-NEXT:      %s1: bounded{{$}}
; CHECK-NEXT:      %s2: bounded{{$}}
; CHECK-NEXT:      %s3: bounded{{$}}
; CHECK-NEXT:      %s4: bounded{{$}}
; CHECK-NEXT:      %s5: bounded{{$}}
; CHECK-NEXT:      %s6: bounded{{$}}
; CHECK-NEXT:      %s7: bounded{{$}}
; CHECK-NEXT:      %s8: bounded{{$}}
; CHECK-NEXT:      %s9: bounded{{$}}
; CHECK-NEXT:      %s10: bounded{{$}}
; CHECK-NEXT:      %s11: bounded{{$}}
; CHECK-NEXT:      %s12: bounded{{$}}
; CHECK-NEXT:      %s13: no bound{{$}}
; CHECK-NEXT:      %s14: no bound{{$}}
; CHECK-NEXT:      %x.next: bounded{{$}}

define void @wg.deep(ptr addrspace(1) %in, i64 %n, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %s1 = add i64 %x, %n
  %s2 = add i64 %s1, %n
  %s3 = add i64 %s2, %n
  %s4 = add i64 %s3, %n
  %s5 = add i64 %s4, %n
  %s6 = add i64 %s5, %n
  %s7 = add i64 %s6, %n
  %s8 = add i64 %s7, %n
  %s9 = add i64 %s8, %n
  %s10 = add i64 %s9, %n
  %s11 = add i64 %s10, %n
  %s12 = add i64 %s11, %n
  %s13 = add i64 %s12, %n
  %s14 = add i64 %s13, %n
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
