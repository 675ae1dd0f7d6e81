; RUN: sed s/STRIDE/2/ %s | wherry-opt -passes=vectorise-item-loops,verify - 2>&1 | FileCheck %s --check-prefixes=CHECK,TWO
; RUN: sed s/STRIDE/4/ %s | wherry-opt -passes=vectorise-item-loops,verify - 2>&1 | FileCheck %s --check-prefixes=CHECK,FOUR
; RUN: sed s/STRIDE/3/ %s | wherry-opt -passes=vectorise-item-loops,verify - 2>&1 | FileCheck %s --check-prefixes=CHECK,SCATTER
; RUN: sed 's/STRIDE/2/; s/,+avx512bw,+avx512vl//' %s | wherry-opt -passes=vectorise-item-loops,verify - 2>&1 | FileCheck %s --check-prefixes=CHECK,SCATTER
; Every second or fourth element is stored by masked stores of all, with AVX-512, whose masks cost little: a scatter stores
; element by element.

; TWO:         1 of members, 0 gathers, 0 scatters
; FOUR:        1 of members, 0 gathers, 0 scatters
; SCATTER:     0 of members, 0 gathers, 1 scatters
; CHECK-LABEL: @wg.spread(
; TWO:         %[[FIRST:.*]] = getelementptr i32, ptr addrspace(1) %out,
; TWO:         %[[LOW:.*]] = shufflevector <4 x i32> %[[ALL:.*]], <4 x i32> poison, <4 x i32> <i32 0, i32 poison, i32 1, i32 poison>
; TWO:         call void @llvm.masked.store.v4i32.p1(<4 x i32> %[[LOW]], ptr addrspace(1) align 4 %{{.*}}, <4 x i1> <i1 true, i1 false, i1 true, i1 false>)
; TWO:         %[[HIGH:.*]] = shufflevector <4 x i32> %[[ALL]], <4 x i32> poison, <4 x i32> <i32 2, i32 poison, i32 3, i32 poison>
; TWO:         %[[SECOND:.*]] = getelementptr i32, ptr addrspace(1) %[[FIRST]], i64 4
; TWO:         call void @llvm.masked.store.v4i32.p1(<4 x i32> %[[HIGH]], ptr addrspace(1) align 4 %[[SECOND]], <4 x i1> <i1 true, i1 false, i1 true, i1 false>)
; FOUR-COUNT-4: call void @llvm.masked.store.v4i32.p1({{.*}}, <4 x i1> <i1 true, i1 false, i1 false, i1 false>)
; SCATTER:     call void @llvm.masked.scatter.v4i32.v4p1(
define void @wg.spread(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %index = mul i64 %x, STRIDE
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %index
  store i32 %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx2,+avx512bw,+avx512vl" "wherry-kernel"="spread" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
