; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; The first range check has a side that does something, and lanes go on behind it. The second check is not
; speculatively uniform: lanes that disagree there would count once more when they begin anew.

; CHECK-LABEL: @wg.sides(
; CHECK:       icmp uge <4 x i64>
; CHECK:       icmp eq i4 %{{.*}}, -1
; CHECK:       icmp eq i4 %{{.*}}, 0
; CHECK-NOT:   icmp eq i4
; CHECK:       %[[BELOW:.*]] = icmp ult <4 x i64>
; CHECK:       call void @llvm.masked.store{{.*}}, <4 x i1> %[[BELOW]])
; CHECK-NOT:   icmp eq i4
; CHECK:       {{^[}]}}
define void @wg.sides(ptr addrspace(1) %out, ptr addrspace(1) %count, i64 %least, i64 %most, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %above = icmp uge i64 %x, %least
  br i1 %above, label %tell, label %second

tell:
  %old = atomicrmw add ptr addrspace(1) %count, i32 1 monotonic, align 4
  br label %second

second:
  %below = icmp ult i64 %x, %most
  br i1 %below, label %work, label %next

work:
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float 1.0, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="sides" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
