; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; Elements of which neighbouring lanes have bytes in common: the bytes between the first lane's and the last one's are
; loaded, no more, and permuted.

; CHECK:       0 gathers
; CHECK-LABEL: define void @wg.up(
; CHECK:       %[[BYTES:.*]] = call <16 x i8> @llvm.masked.load.v16i8.p1(ptr addrspace(1) align 1 %{{.*}}, <16 x i1> <i1 true, {{.*}}, i1 true, i1 false>, <16 x i8> poison)
; CHECK-NEXT:  %[[ALL:.*]] = shufflevector <16 x i8> %[[BYTES]], <16 x i8> poison, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 1, i32 2, {{.*}}, i32 13, i32 14>
; CHECK-NEXT:  bitcast <64 x i8> %[[ALL]] to <8 x i64>
; CHECK:       %[[NEXT:.*]] = getelementptr i8, ptr addrspace(1) %{{.*}}, i64 8
; CHECK-NEXT:  call <16 x i8> @llvm.masked.load.v16i8.p1(ptr addrspace(1) align 1 %[[NEXT]],
define void @wg.up(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %x
  %value = load i64, ptr addrspace(1) %from, align 1
  %to = getelementptr inbounds i64, ptr addrspace(1) %out, i64 %x
  store i64 %value, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; Backwards: the last lane's element is the first in memory.
; CHECK-LABEL: define void @wg.down(
; CHECK:       %[[LAST:.*]] = getelementptr i8, ptr addrspace(1) %{{.*}}, i64 -30
; CHECK-NEXT:  %[[BYTES:.*]] = call <64 x i8> @llvm.masked.load.v64i8.p1(ptr addrspace(1) align 1 %[[LAST]],
; CHECK-NEXT:  shufflevector <64 x i8> %[[BYTES]], <64 x i8> poison, <64 x i32> <i32 30, i32 31, i32 32, i32 33, i32 28, {{.*}}, i32 0, i32 1, i32 2, i32 3>
define void @wg.down(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %left = sub i64 100, %x
  %from = getelementptr inbounds i16, ptr addrspace(1) %in, i64 %left
  %value = load float, ptr addrspace(1) %from, align 2
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %value, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; Behind a branch of some lanes, if a lane is active, and all elements lie in one page; else a gather.
; CHECK-LABEL: define void @wg.some(
; CHECK:       icmp ule i64 %{{.*}}, 4077
; CHECK:       %[[ANY:.*]] = icmp ne i16 %{{.*}}, 0
; CHECK-NEXT:  and i1 %{{.*}}, %[[ANY]]
; CHECK:       overlapping{{.*}}:
; CHECK:       call <32 x i8> @llvm.masked.load.v32i8.p1(
; CHECK:       by.lane{{.*}}:
; CHECK:       call <16 x i32> @llvm.masked.gather
define void @wg.some(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  %before = load i32, ptr addrspace(1) %to
  %asks = icmp sgt i32 %before, 0
  br i1 %asks, label %some, label %next

some:
  %from = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 1
  store i32 %value, ptr addrspace(1) %to
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512f,+avx512bw,+avx512dq,+avx512vl" "wherry-kernel"="overlapping" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 16}
