; RUN: awk '/^EACH/{each=each substr($0,5) "\n";next} each{for(k=1;k<=1500;++k){one=each;gsub("JJ",k-1,one);gsub("KK",k,one);gsub("LL",k+1,one);print one};each=""} 1' %s > %t.ll
; RUN: bash -c 'ulimit -t 30; exec wherry-opt -passes=vectorise-item-loops %t.ll' 2>&1 | FileCheck %s
; No analysis of the whole function is made for each item loop: 1,500 of them took minutes, and take a second.

; CHECK-COUNT-1500: vectorised, 4 work-items at once
; CHECK-LABEL: @wg.many(
; CHECK:       store <4 x float>
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

items1501:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="many" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
