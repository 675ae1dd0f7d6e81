; RUN: wherry-opt -passes=join-accesses,verify %s | FileCheck %s
; A load from an address that differs between work-items becomes a phi: of the value that one predecessor has loaded, and
; of a load on the other predecessor's edge, from the address that the phi of addresses has for this edge.

; CHECK-LABEL: define void @wg.k(
; CHECK:         br i1 %short, label %[[EDGE:.*]], label %long
; CHECK:       [[EDGE]]:
; CHECK-NEXT:    [[AGAIN:%.*]] = getelementptr i32, ptr addrspace(1) %in, i64 7
; CHECK-NEXT:    [[OTHER:%.*]] = load i32, ptr addrspace(1) [[AGAIN]], align 4
; CHECK:       long:
; CHECK:         %made = load i32
; CHECK:       join:
; CHECK-NEXT:    %value = phi i32 [ %made, %long ], [ [[OTHER]], %[[EDGE]] ]
; CHECK-NEXT:    %at = phi i64
; CHECK-NOT:     load
; CHECK:         store i32 %value
define void @wg.k(ptr dereferenceable(24) align 8 %args, ptr %context) "wherry-kernel"="k" {
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %at.out = getelementptr i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, !invariant.load !0
  %id = call i64 @__wherry_local_id(i32 0)
  %short = icmp ult i64 %id, 5
  br i1 %short, label %join, label %long

long:
  %place.long = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %made = load i32, ptr addrspace(1) %place.long, align 4
  %more = icmp sgt i32 %made, 3
  br i1 %more, label %join, label %end

join:
  %at = phi i64 [ 7, %0 ], [ %id, %long ]
  %place = getelementptr i32, ptr addrspace(1) %in, i64 %at
  %value = load i32, ptr addrspace(1) %place, align 4
  %place.out = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %value, ptr addrspace(1) %place.out, align 4
  br label %end

end:
  ret void
}
declare i64 @__wherry_local_id(i32)
!0 = !{}
