; RUN: awk '/^EACH/{for(k=0;k<520;++k){each=substr($0,5);gsub("KK",k+1,each);gsub("JJ",k,each);print each};next}1' %s > %t.ll
; RUN: wherry-opt -passes=align-windows,verify %t.ll 2>&1 | FileCheck %s
; RUN: sed 's/^EACH.*/  %%f.520 = fadd float %%f.0, 1.0/' %s | wherry-opt -passes=align-windows,verify - 2>&1 | FileCheck %s --check-prefix=SHORT
; A loop of 500 instructions is not copied for work-items that are not in a window.

; CHECK:       remark: a loop over a window is not aligned: it is too long to stand twice
; CHECK-NOT:   window.
; SHORT:       head.other:
define void @wg.clamped(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %begin, i32 %w, i32 %r, i64 %size) #0 {
entry:
  %w.last = add nsw i32 %w, -1
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %id = add i32 %begin, %narrow
  %low = sub i32 %id, 2
  %not.below = call i32 @llvm.smax.i32(i32 %low, i32 0)
  %first = call i32 @llvm.smin.i32(i32 %not.below, i32 %w.last)
  %high = add i32 %id, 2
  %bound = call i32 @llvm.smin.i32(i32 %high, i32 %w.last)
  br label %head

head:
  %j = phi i32 [ %first, %items ], [ %j.next, %body ]
  %sum = phi float [ 0.0, %items ], [ %sum.next, %body ]
  %inside = icmp sle i32 %j, %bound
  br i1 %inside, label %body, label %out.of.it

body:
  %long = sext i32 %j to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %long
  %value = load float, ptr addrspace(1) %from
  %f.0 = fadd float %sum, %value
EACH  %f.KK = fadd float %f.JJ, 1.0
  %sum.next = fadd float %f.520, %value
  %j.next = add i32 %j, 1
  br label %head

out.of.it:
  %sum.last = phi float [ %sum, %head ]
  %wide = sext i32 %id to i64
  %to = getelementptr float, ptr addrspace(1) %out, i64 %wide
  store float %sum.last, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)

attributes #0 = { "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
