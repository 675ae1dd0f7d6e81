; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; RUN: sed 's/"wherry-regroupable" //' %s | wherry-opt -passes=vectorise-item-loops,verify - 2>&1 | FileCheck %s --check-prefix=SHORT
; Each iteration of this loop goes to another cache line, down a column of bytes. As many lanes as share a line run at
; once, up to four vectors' worth, if item loops are known to be long: of regroupable kernels, or of a known size.

; CHECK:       : vectorised, 64 work-items
; CHECK:       load <64 x i8>
; SHORT:       : vectorised, 16 work-items
define void @wg.column(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %rows, i64 %pitch, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  br label %loop

loop:
  %round = phi i64 [ 0, %body ], [ %later, %loop ]
  %sum = phi i8 [ 0, %body ], [ %more, %loop ]
  %row = mul i64 %round, %pitch
  %index = add i64 %row, %x
  %from = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %index
  %value = load i8, ptr addrspace(1) %from, align 1
  %more = add i8 %sum, %value
  %later = add nuw nsw i64 %round, 1
  %end = icmp eq i64 %later, %rows
  br i1 %end, label %left, label %loop

left:
  %result = phi i8 [ %more, %loop ]
  %to = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %x
  store i8 %result, ptr addrspace(1) %to, align 1
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-regroupable" "wherry-kernel"="column" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
