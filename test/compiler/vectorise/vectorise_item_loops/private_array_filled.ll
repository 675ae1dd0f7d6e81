; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; A private array that a memset clears, as far as all lanes ask for, is interleaved: one vector of all lanes' elements
; after the other.

; CHECK-LABEL: @wg.table(
; CHECK:       %[[LANES:.*]] = alloca [256 x i8], align 64
; CHECK:       %[[COUNT:.*]] = udiv i64 %bytes{{.*}}, 4
; CHECK:       %[[SOME:.*]] = icmp ne i64 %[[COUNT]], 0
; CHECK:       br i1 %[[SOME]], label %fill, label %filled
; CHECK:       fill:
; CHECK:       store <4 x i32> zeroinitializer, ptr
; CHECK:       icmp ult i64 %{{.*}}, %[[COUNT]]
; CHECK:       filled:
; CHECK:       %[[SCALED:.*]] = mul i64 %which, 16
; CHECK:       %[[TO:.*]] = getelementptr i8, ptr %[[LANES]], i64 %[[SCALED]]
; CHECK:       store <4 x i32> %{{.*}}, ptr %[[TO]]
; CHECK:       mul <4 x i64> %{{.*}}, splat (i64 16)
; CHECK:       call <4 x i32> @llvm.masked.gather.v4i32.v4p0
define void @wg.table(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %which, i64 %size) #0 {
entry:
  %table = alloca [16 x i32], align 4
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %bytes = shl nuw nsw i64 %which, 2
  call void @llvm.memset.p0.i64(ptr align 4 %table, i8 0, i64 %bytes, i1 false)
  %element = getelementptr inbounds [16 x i32], ptr %table, i64 0, i64 %which
  store i32 %value, ptr %element, align 4
  %low = and i32 %value, 15
  %low.long = zext i32 %low to i64
  %other = getelementptr inbounds [16 x i32], ptr %table, i64 0, i64 %low.long
  %found = load i32, ptr %other, align 4
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %found, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="table" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
