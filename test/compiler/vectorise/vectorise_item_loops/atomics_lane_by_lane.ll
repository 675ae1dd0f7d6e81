; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; An atomic operation runs for one lane after the other, also with a uniform address and operand, where operands do not
; become one; each lane gets its own old value. A loop takes the bits of the lanes that are there. Likewise with an
; address of each lane's own.

; CHECK:       1 lane by lane
; CHECK-LABEL: @wg.tickets(
; CHECK:       %[[LEFT:.*]] = phi i32 [ 15, %{{.*}} ], [ %[[REST:.*]], %
; CHECK:       %[[OLD:.*]] = phi <4 x i32> [ poison, %{{.*}} ], [ %[[WITH:.*]], %
; CHECK:       %[[BIT:.*]] = call i32 @llvm.cttz.i32(i32 %[[LEFT]], i1 true)
; CHECK:       %[[LANE:.*]] = zext i32 %[[BIT]] to i64
; CHECK:       %[[TICKET:.*]] = atomicrmw xchg ptr addrspace(1) %counter, i32 1 monotonic, align 4
; CHECK:       %[[WITH]] = insertelement <4 x i32> %[[OLD]], i32 %[[TICKET]], i64 %[[LANE]]
; CHECK:       %[[REST]] = and i32 %[[LEFT]],
; CHECK:       store <4 x i32>
define void @wg.tickets(ptr addrspace(1) %counter, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %ticket = atomicrmw xchg ptr addrspace(1) %counter, i32 1 monotonic, align 4
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %ticket, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; CHECK-LABEL: @wg.places(
; CHECK:       load ptr addrspace(1), ptr
; CHECK-NEXT:  atomicrmw add ptr addrspace(1) %{{.*}}, i32 1 monotonic, align 4
; CHECK-NOT:   vector.reduce
define void @wg.places(ptr addrspace(1) %in, ptr addrspace(1) %counters, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %place = zext i32 %value to i64
  %at = getelementptr inbounds i32, ptr addrspace(1) %counters, i64 %place
  %old = atomicrmw add ptr addrspace(1) %at, i32 1 monotonic, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; Addresses in local memory stay in memory when the loop is unrolled.
; CHECK-LABEL: @wg.local_places(
; CHECK:       load volatile ptr addrspace(3), ptr
; CHECK-NEXT:  atomicrmw add ptr addrspace(3) %{{.*}}, i32 1 monotonic, align 4
define void @wg.local_places(ptr addrspace(1) %in, ptr addrspace(3) %counters, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %place = zext i32 %value to i64
  %at = getelementptr inbounds i32, ptr addrspace(3) %counters, i64 %place
  %old = atomicrmw add ptr addrspace(3) %at, i32 1 monotonic, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="tickets" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
