; RUN: wherry-opt -passes=divergent-headers,divergent-headers %s | FileCheck %s
; A header that does not branch stays whole, as do branches outside loops. A second run finds nothing to do.

; CHECK-LABEL: @whole(
; CHECK:       entry:
; CHECK-NEXT:  br i1 %c, label %header, label %end
; CHECK:       header:
; CHECK-NEXT:  %i = phi i32
; CHECK-NEXT:  %next = add i32 %i, 1
; CHECK-NEXT:  br label %latch
; CHECK:       latch:
; CHECK-NEXT:  %again = icmp
define void @whole(i32 %x, i1 %c) {
entry:
  br i1 %c, label %header, label %end

header:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %next = add i32 %i, 1
  br label %latch

latch:
  %again = icmp ult i32 %next, %x
  br i1 %again, label %header, label %end

end:
  ret void
}

; CHECK-LABEL: @twice(
; CHECK:       header:
; CHECK-NEXT:  br label %[[BODY:.*]]
; CHECK:       [[BODY]]:
; CHECK-NEXT:  br i1 %c, label %header, label %end
; CHECK:       end:
; CHECK-NEXT:  ret void
; CHECK-NEXT:  }
define void @twice(i1 %c) {
entry:
  br label %header

header:
  br i1 %c, label %header, label %end

end:
  ret void
}
