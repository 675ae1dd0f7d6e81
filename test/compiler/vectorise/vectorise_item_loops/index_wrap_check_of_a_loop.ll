; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; An index of 32 bits that is made of the id and uniform values alone may wrap around. It is checked once for each item
; loop, before the loop: vectors run only if the last work-item's index has not wrapped.

; CHECK:       2 contiguous accesses, 0 uniform, 0 of members, 0 gathers
; CHECK-LABEL: @wg.shift(
; CHECK:       entry:
; CHECK:       %[[LAST_ID:.*]] = sub i64 %size, 1
; CHECK:       %[[LAST:.*]] = add i64 %{{.*}}, %{{.*}}
; CHECK:       %[[NARROW:.*]] = trunc i64 %[[LAST]] to i32
; CHECK:       %[[WIDE:.*]] = sext i32 %[[NARROW]] to i64
; CHECK:       %[[HOLDS:.*]] = icmp eq i64 %[[WIDE]], %[[LAST]]
; CHECK:       %[[ALWAYS:.*]] = and i1 true, %[[HOLDS]]
; CHECK:       select i1 %[[ALWAYS]], i64 4, i64 -1
; CHECK:       load <4 x float>
; CHECK-NOT:   @llvm.masked.gather
; CHECK:       {{^[}]}}
define void @wg.shift(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %by, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = trunc i64 %x to i32
  %index = add i32 %id, %by
  %index.long = sext i32 %index to i64
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %index.long
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

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="shift" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
