; RUN: awk '/^EACH/{each=each substr($0,5) "\n";next} each{for(k=1;k<=300;++k){one=each;gsub("JJ",k-1,one);gsub("KK",k,one);gsub("LL",k+1,one);print one};each=""} 1' %s > %t.ll
; RUN: wherry-opt -passes=outline-item-loops,verify %t.ll 2>&1 | FileCheck %s
; Pointers are told by the function's stack: private variables must stay in it.

; CHECK-LABEL: define void @wg.many(
; CHECK-NOT:   define
define void @wg.many(ptr addrspace(1) %data, ptr addrspace(1) %out, i64 %size) #0 {
before0:
  %stack = call ptr @llvm.stacksave.p0()
  store ptr %stack, ptr addrspace(1) %out, align 8
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

declare ptr @llvm.stacksave.p0()

attributes #0 = { "wherry-kernel"="many" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
