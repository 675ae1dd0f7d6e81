; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s 2>&1 | FileCheck %s
; RUN: sed 's/zext i8 %which/sext i8 %which/' %s | wherry-opt -passes=vectorise-item-loops,verify - | FileCheck %s --check-prefix=SIGNED
; Without AVX-512, indices of few bits leave their vector several at a time. Under a mask inactive lanes load from a
; buffer of ours, instead of a branch for each lane. An index that may be negative is a gather of addresses.

; CHECK-LABEL: @wg.table(
; CHECK:       %[[INDEX:.*]] = load <8 x i8>
; CHECK:       %[[ALL:.*]] = bitcast <8 x i8> %[[INDEX]] to <1 x i64>
; CHECK:       %[[NUMBERS:.*]] = extractelement <1 x i64> %[[ALL]], i64 0
; CHECK:       %[[FIRST:.*]] = and i64 %[[NUMBERS]], 255
; CHECK:       %[[SCALED:.*]] = mul i64 %[[FIRST]], 2
; CHECK:       %[[AT:.*]] = getelementptr i8, ptr addrspace(1) %table, i64 %[[SCALED]]
; CHECK:       %[[ELEMENT:.*]] = load i16, ptr addrspace(1) %[[AT]], align 2
; CHECK:       insertelement <8 x i16> poison, i16 %[[ELEMENT]], i64 0
; CHECK:       lshr i64 %{{.*}}, 56
; SIGNED-LABEL: @wg.table(
; SIGNED:      call <8 x i16> @llvm.masked.gather.v8i16.v8p1(
define void @wg.table(ptr addrspace(1) %in, ptr addrspace(1) %table, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %in.at = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %x
  %which = load i8, ptr addrspace(1) %in.at, align 1
  %index = zext i8 %which to i64
  %from = getelementptr inbounds i16, ptr addrspace(1) %table, i64 %index
  %value = load i16, ptr addrspace(1) %from, align 2
  %to = getelementptr inbounds i16, ptr addrspace(1) %out, i64 %x
  store i16 %value, ptr addrspace(1) %to, align 2
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; CHECK-LABEL: @wg.masked(
; CHECK:       %[[NOWHERE:.*]] = addrspacecast ptr %inactive to ptr addrspace(1)
; CHECK:       %[[FROM:.*]] = getelementptr{{.*}} float, ptr addrspace(1) %table, <8 x i64>
; CHECK:       %[[ONE:.*]] = insertelement <8 x ptr addrspace(1)> poison, ptr addrspace(1) %[[NOWHERE]], i64 0
; CHECK:       %[[EACH:.*]] = shufflevector <8 x ptr addrspace(1)> %[[ONE]], {{.*}} zeroinitializer
; CHECK:       %[[SAFE:.*]] = select <8 x i1> %{{.*}}, <8 x ptr addrspace(1)> %[[FROM]], <8 x ptr addrspace(1)> %[[EACH]]
; CHECK:       call <8 x float> @llvm.masked.gather.v8f32.v8p1(<8 x ptr addrspace(1)> align 4 %[[SAFE]], <8 x i1> splat (i1 true)
define void @wg.masked(ptr addrspace(1) %in, ptr addrspace(1) %table, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %in.at = getelementptr inbounds i64, ptr addrspace(1) %in, i64 %x
  %which = load i64, ptr addrspace(1) %in.at, align 8
  %some = icmp ne i64 %which, 7
  br i1 %some, label %load, label %next

load:
  %from = getelementptr inbounds float, ptr addrspace(1) %table, i64 %which
  %value = load float, ptr addrspace(1) %from, align 4
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx2" "wherry-kernel"="table" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 8}
