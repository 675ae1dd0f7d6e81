; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; Lanes below %from leave at once. The lanes that are peeled for the next mask begin with the first of them: the address
; behind the range check, x - from, is computed from a lane that is there.

; CHECK-LABEL: @wg.shift(
; CHECK:       phi <4 x i1>
; CHECK:       %[[FIRST:.*]] = phi i64 [ %{{.*}}, %{{.*}} ], [ %[[LATER:.*]], %{{.*}} ]
; CHECK:       %[[INDEX:.*]] = sub i64 %[[FIRST]], %from
; CHECK:       getelementptr {{.*}}ptr addrspace(1) %out, i64 %[[INDEX]]
; CHECK:       call void @llvm.masked.store
; CHECK:       %[[SKIPPED:.*]] = call i4 @llvm.cttz.i4(
; CHECK:       %[[LONG:.*]] = zext i4 %[[SKIPPED]] to i64
; CHECK:       %[[LATER]] = add nuw i64 %[[FIRST]], %[[LONG]]
define void @wg.shift(ptr addrspace(1) %out, i64 %from, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %below = icmp ult i64 %x, %from
  br i1 %below, label %next, label %work

work:
  %index = sub nuw i64 %x, %from
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %index
  store float 1.0, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="shift" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
