; RUN: sed s/FEATURES/+avx512bw,+avx512vl/ %s | wherry-opt -passes=vectorise-item-loops,verify - 2>&1 | FileCheck %s --check-prefixes=CHECK,ROWS
; RUN: sed s/FEATURES/+avx2/ %s | wherry-opt -passes=vectorise-item-loops,verify - 2>&1 | FileCheck %s --check-prefixes=CHECK,ROWS
; RUN: sed s/FEATURES/+sse4.2/ %s | wherry-opt -passes=vectorise-item-loops,verify - 2>&1 | FileCheck %s --check-prefixes=CHECK,LANES
; Every second element, of lanes that pass a condition: rows, of which only these lanes' elements are loaded. Without an
; instruction for that, one by one.

; ROWS:        1 of members, 0 gathers
; LANES:       0 of members, 1 gathers
; CHECK-LABEL: @wg.pick(
; ROWS:        %[[FIRST:.*]] = shufflevector <4 x i1> %[[MASK:.*]], <4 x i1> zeroinitializer, <4 x i32> <i32 0, i32 4, i32 1, i32 4>
; ROWS:        call <4 x i32> @llvm.masked.load.v4i32.p1({{.*}}, <4 x i1> %[[FIRST]]
; ROWS:        %[[LAST:.*]] = shufflevector <4 x i1> %[[MASK]], <4 x i1> zeroinitializer, <4 x i32> <i32 4, i32 2, i32 4, i32 3>
; ROWS:        call <4 x i32> @llvm.masked.load.v4i32.p1({{.*}}, <4 x i1> %[[LAST]]
; ROWS:        shufflevector <8 x i32> %{{.*}}, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 5, i32 7>
; ROWS-NOT:    masked.gather
define void @wg.pick(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %flags, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %at.flag = getelementptr inbounds i32, ptr addrspace(1) %flags, i64 %x
  %flag = load i32, ptr addrspace(1) %at.flag
  %set = icmp ne i32 %flag, 0
  br i1 %set, label %body, label %next

body:
  %index = mul i64 %x, 2
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %index
  %value = load i32, ptr addrspace(1) %from, align 4
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="FEATURES" "wherry-kernel"="pick" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
