; RUN: wherry-opt -passes=vectorise-item-loops,verify %s | FileCheck %s
; The check before the item loop tells that an index of 32 bits goes up by one from item to item. Full vectors compute it
; from the first item's, extended once: LLVM would extend it for each vector.

; CHECK-LABEL: @wg.always(
; CHECK:       vector.start:
; CHECK-NEXT:    %[[LOW:.*]] = trunc i64 0 to i32
; CHECK-NEXT:    %[[SUM:.*]] = add i32 %base, %[[LOW]]
; CHECK:         %[[FIRST:.*]] = sext i32 %[[SUM]] to i64
; CHECK:         br label %vector.again
; CHECK:       items.v:
; CHECK:         %[[BEHIND:.*]] = mul i64 %x.v, 1
; CHECK:         %[[INDEX:.*]] = add i64 %[[FIRST]], %[[BEHIND]]
; CHECK:         getelementptr float, ptr addrspace(1) %a, i64 %[[INDEX]]
; Masked vectors, of which the first one may be the only one, extend their own.
; CHECK:       items.v{{[0-9]+}}:
; CHECK:         sext i32 %{{.*}} to i64
define void @wg.always(ptr addrspace(1) %a, i32 %base, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items ], !wherry.item_loop !0
  %low = trunc i64 %x to i32
  %sum = add i32 %base, %low
  %index = sext i32 %sum to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %index
  store float 1.0, ptr addrspace(1) %p, align 4
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; Behind a branch, the first item's index may be computed in vain.
; CHECK-LABEL: @wg.sometimes(
; CHECK:       vector.start:
; CHECK-NEXT:    br label %vector.again
; CHECK:       then.v:
; CHECK:         sext i32 %{{.*}} to i64
define void @wg.sometimes(ptr addrspace(1) %a, i32 %base, i1 %asked, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %low = trunc i64 %x to i32
  br i1 %asked, label %then, label %next

then:
  %sum = add i32 %base, %low
  %index = sext i32 %sum to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %index
  store float 1.0, ptr addrspace(1) %p, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; An "or" that adds disjoint bits, where its items are: the line through them begins with a sum.
; CHECK-LABEL: @wg.disjoint(
; CHECK:       vector.start:
; CHECK:         %[[FIRST:.*]] = add i32 %{{.*}}, 64
; CHECK:         sext i32 %[[FIRST]] to i64
define void @wg.disjoint(ptr addrspace(1) %a, i32 %base, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items ], !wherry.item_loop !0
  %low = trunc i64 %x to i32
  %more = add i32 %low, %base
  %sum = or disjoint i32 %more, 64
  %index = zext nneg i32 %sum to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %index
  store float 1.0, ptr addrspace(1) %p, align 4
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 16}
