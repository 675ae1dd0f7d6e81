; RUN: awk '/^EACH/{each=each substr($0,5) "\n";next} each{for(k=1;k<=300;++k){one=each;gsub("JJ",k-1,one);gsub("KK",k,one);gsub("LL",k+1,one);print one};each=""} 1' %s > %t.ll
; RUN: wherry-opt -passes=outline-item-loops,verify %t.ll 2>&1 | FileCheck %s
; A kernel of 300 item loops: 32 each stand in a function, which is no kernel.

; CHECK-LABEL: define void @wg.many(
; CHECK-COUNT-9: call void @wg.many.
; CHECK-NOT:   call
; CHECK:       {{^[}]}}
; CHECK:       define internal void @wg.many.before1({{.*}}) #[[PART:[0-9]+]] {
; CHECK-COUNT-32: phi i64
; CHECK-NOT:   phi i64
; CHECK:       {{^[}]}}
; CHECK:       attributes #[[PART]] = { noinline }
define void @wg.many(ptr addrspace(1) %data, i64 %size) #0 {
before0:
  br label %items1

EACHitemsKK:
EACH  %xKK = phi i64 [ 0, %beforeJJ ], [ %nextKK, %itemsKK ], !wherry.item_loop !0
EACH  %atKK = getelementptr inbounds float, ptr addrspace(1) %data, i64 %xKK
EACH  %valueKK = load float, ptr addrspace(1) %atKK, align 4
EACH  %twiceKK = fadd float %valueKK, %valueKK
EACH  store float %twiceKK, ptr addrspace(1) %atKK, align 4
EACH  %nextKK = add nuw nsw i64 %xKK, 1
EACH  %moreKK = icmp ult i64 %nextKK, %size, !wherry.item_loop !0
EACH  br i1 %moreKK, label %itemsKK, label %beforeKK
EACH
EACHbeforeKK:
EACH  br label %itemsLL

items301:
  ret void
}

attributes #0 = { "wherry-kernel"="many" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
