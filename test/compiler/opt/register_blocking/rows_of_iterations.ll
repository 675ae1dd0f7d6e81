; RUN: wherry-opt -passes=register-blocking,verify %s | FileCheck %s
; What four iterations load lies side by side, and what work-items load does not: together they are one load for each
; work-item.

; CHECK-LABEL: @wg.rows(
; CHECK:       item.blocked:
; CHECK:       %[[INDEX:index[0-9.a-z]+]] = add i64
; CHECK:       add nsw i64 %[[INDEX]], 1
; CHECK:       add nsw i64 %[[INDEX]], 2
; CHECK:       add nsw i64 %[[INDEX]], 3
; CHECK-COUNT-4: load float
; CHECK-COUNT-4: store float
; CHECK:       "wherry-blocked-iterations"="4"
define void @wg.rows(ptr %args, ptr %context) #0 {
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
  %n32 = trunc i64 %n to i32
  br label %outer

outer:
  %y = phi i64 [ 0, %entry ], [ %y.next, %outer.end ], !wherry.outer_item_loop !0
  br label %item

item:
  %x = phi i64 [ 0, %outer ], [ %x.next, %item ], !wherry.item_loop !0
  %row = mul i64 %x, %n
  %index = add i64 %row, %y
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

attributes #0 = { "wherry-kernel"="product" "wherry-regions"="1" "target-features"="+avx2,+avx512bw,+avx512vl" }
!0 = !{}
