; RUN: wherry-opt -passes='print<lane-strides>' -disable-output %s 2>&1 | FileCheck %s
; RUN: sed 's/icmp ult i32 %g, %n/icmp ne i32 %g, %n/' %s | wherry-opt -passes='print<lane-strides>' -disable-output - 2>&1 | FileCheck %s --check-prefix=NE
; A counter of 32 bits that steps to a bound is assumed not to wrap around for all items: that is told by the bounds,
; before the item loop. By inequality, steps of more than one may jump over the bound: checked at the access.

; CHECK-LABEL: lane-strides of 'wg.grid':
; CHECK:         %g: stride 1
; CHECK:         %index: stride 1{{$}}
; CHECK:         %from: stride 4{{$}}
; CHECK:         assumed of all items: %g, stride 1, within 32 bits, unsigned
; NE:            %index: stride 1 if %g, stride 1, within 32 bits, unsigned
define void @wg.grid(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n, i32 %step, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  br label %loop

loop:
  %g = phi i32 [ %id, %items ], [ %g.next, %body ]
  %inside = icmp ult i32 %g, %n
  br i1 %inside, label %body, label %left

body:
  %index = zext i32 %g to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index
  %value = load float, ptr addrspace(1) %from, align 4
  %to = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float %value, ptr addrspace(1) %to, align 4
  %g.next = add i32 %g, %step
  br label %loop

left:
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
