; RUN: wherry-opt -passes=register-blocking,verify %s | FileCheck %s
; An index of four bits wraps around within the iterations that would run together, wherever the first one begins.

; CHECK-LABEL: @wg.few(
; CHECK-NOT:   "wherry-blocked-iterations"
define void @wg.few(ptr %args, ptr %context) #0 {
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
  br label %item

item:
  %x = phi i64 [ 0, %outer ], [ %x.next, %item ], !wherry.item_loop !0
  %row = shl i64 %x, 11
  %sum = add i64 %row, %y
  %index = and i64 %sum, 15
  %from = getelementptr float, ptr addrspace(1) %a, i64 %index
  %value = load float, ptr addrspace(1) %from
  %line = mul i64 %y, %n
  %out.index = add i64 %line, %x
  %out.at = getelementptr float, ptr addrspace(1) %b, i64 %out.index
  store float %value, ptr addrspace(1) %out.at
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, %width, !wherry.item_loop !0
  br i1 %x.again, label %item, label %outer.end, !wherry.item_loop !0

outer.end:
  %y.next = add i64 %y, 1
  %y.again = icmp ult i64 %y.next, %height
  br i1 %y.again, label %outer, label %done

done:
  ret void
}

attributes #0 = { "wherry-kernel"="few" "wherry-regions"="1" "wherry-regroupable" "target-features"="+avx512bw,+avx512vl" }
!0 = !{}
