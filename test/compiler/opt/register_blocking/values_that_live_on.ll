; RUN: wherry-opt -passes=register-blocking %s | FileCheck %s
; A value of the item loop that is the same for all outer iterations, and that is used behind the loops, comes from whichever copy
; ran last.

; CHECK-LABEL: @wg.product(
; CHECK:       outer.end:
; CHECK-DAG:   %[[LAST:.*]] = phi i64 [ %x.next, %item.end ], [ %{{.*}}, %[[FOUR:.*]] ]
; CHECK-DAG:   phi i64 [ 1, %item.end ], [ 4, %[[FOUR]] ]
; CHECK:       end:
; CHECK-NEXT:  store i64 %[[LAST]], ptr addrspace(1) %b
; CHECK:       "wherry-blocked-iterations"

define void @wg.product(ptr %args, ptr %context) #0 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %b.at = getelementptr i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %b.at, !invariant.load !0
  %n.at = getelementptr i8, ptr %args, i64 16
  %n = load i64, ptr %n.at, !invariant.load !0
  %width.at = getelementptr i8, ptr %context, i64 32
  %width = load i64, ptr %width.at, !invariant.load !0
  %height.at = getelementptr i8, ptr %context, i64 40
  %height = load i64, ptr %height.at, !invariant.load !0
  br label %outer

outer:
  %y = phi i64 [ 0, %entry ], [ %y.next, %outer.end ], !wherry.outer_item_loop !0
  %line = mul i64 %y, %n
  br label %item

item:
  %x = phi i64 [ 0, %outer ], [ %x.next, %item.end ], !wherry.item_loop !0
  br label %sum

sum:
  %k = phi i64 [ 0, %item ], [ %k.next, %sum ]
  %total = phi float [ 0.0, %item ], [ %more, %sum ]
  %left.index = add i64 %line, %k
  %left.at = getelementptr float, ptr addrspace(1) %a, i64 %left.index
  %left = load float, ptr addrspace(1) %left.at
  %right.line = mul i64 %k, %n
  %right.index = add i64 %right.line, %x
  %right.at = getelementptr float, ptr addrspace(1) %b, i64 %right.index
  %right = load float, ptr addrspace(1) %right.at
  %product = fmul float %left, %right
  %more = fadd float %total, %product
  %k.next = add i64 %k, 1
  %again = icmp ult i64 %k.next, %n
  br i1 %again, label %sum, label %result

result:
  %out.index = add i64 %line, %x
  %out.at = getelementptr float, ptr addrspace(1) %b, i64 %out.index
  store float %more, ptr addrspace(1) %out.at
  br label %item.end

item.end:
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, %width, !wherry.item_loop !0
  br i1 %x.again, label %item, label %outer.end, !wherry.item_loop !0

outer.end:
  %y.next = add i64 %y, 1
  %y.again = icmp ult i64 %y.next, %height
  br i1 %y.again, label %outer, label %end

end:
  store i64 %x.next, ptr addrspace(1) %b
  ret void
}

attributes #0 = { "wherry-kernel"="product" "wherry-regions"="1" "target-features"="+avx2,+avx512bw,+avx512vl" }
!0 = !{}
