; RUN: wherry-opt -passes=mark-streamed-stores %s | FileCheck %s
; Stores past the caches lose their order. A work-item that waits for another one's stores needs the order: no store is
; marked beside an atomic or volatile access, a fence, or a call that touches memory. Pure calls and lifetimes are none.

declare void @effect()
declare i32 @pure(i32) memory(none) nounwind willreturn
declare void @llvm.lifetime.end.p0(ptr)

; CHECK-LABEL: @wg.atomic(
; CHECK-NOT:   !wherry.streamed
; CHECK:       ret void
define void @wg.atomic(ptr %args, ptr %context) "wherry-kernel"="atomic" "wherry-regions"="1" "wherry-vectorise" !wherry.args !1 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %out.at, !invariant.load !0
  br label %item

item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item.end ], !wherry.item_loop !0
  %result = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 1, ptr addrspace(1) %result
  %old = atomicrmw add ptr addrspace(1) %a, i32 1 seq_cst
  br label %item.end

item.end:
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, 64
  br i1 %x.again, label %item, label %end

end:
  ret void
}

; CHECK-LABEL: @wg.volatile(
; CHECK-NOT:   !wherry.streamed
; CHECK:       ret void
define void @wg.volatile(ptr %args, ptr %context) "wherry-kernel"="volatile" "wherry-regions"="1" "wherry-vectorise" !wherry.args !1 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %out.at, !invariant.load !0
  br label %item

item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item.end ], !wherry.item_loop !0
  %result = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 1, ptr addrspace(1) %result
  store volatile i32 1, ptr addrspace(1) %a
  br label %item.end

item.end:
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, 64
  br i1 %x.again, label %item, label %end

end:
  ret void
}

; CHECK-LABEL: @wg.fence(
; CHECK-NOT:   !wherry.streamed
; CHECK:       ret void
define void @wg.fence(ptr %args, ptr %context) "wherry-kernel"="fence" "wherry-regions"="1" "wherry-vectorise" !wherry.args !1 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %out.at, !invariant.load !0
  br label %item

item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item.end ], !wherry.item_loop !0
  %result = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 1, ptr addrspace(1) %result
  fence release
  br label %item.end

item.end:
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, 64
  br i1 %x.again, label %item, label %end

end:
  ret void
}

; CHECK-LABEL: @wg.call(
; CHECK-NOT:   !wherry.streamed
; CHECK:       ret void
define void @wg.call(ptr %args, ptr %context) "wherry-kernel"="call" "wherry-regions"="1" "wherry-vectorise" !wherry.args !1 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %out.at, !invariant.load !0
  br label %item

item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item.end ], !wherry.item_loop !0
  %result = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 1, ptr addrspace(1) %result
  call void @effect()
  br label %item.end

item.end:
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, 64
  br i1 %x.again, label %item, label %end

end:
  ret void
}

; CHECK-LABEL: @wg.no_effect(
; CHECK:       store i32 1, {{.*}}, !wherry.streamed
; CHECK:       ret void
define void @wg.no_effect(ptr %args, ptr %context) "wherry-kernel"="no_effect" "wherry-regions"="1" "wherry-vectorise" !wherry.args !1 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %out.at = getelementptr i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %out.at, !invariant.load !0
  %variable = alloca i32
  br label %item

item:
  %x = phi i64 [ 0, %entry ], [ %x.next, %item.end ], !wherry.item_loop !0
  %result = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 1, ptr addrspace(1) %result
  %pure = call i32 @pure(i32 1)
  call void @llvm.lifetime.end.p0(ptr %variable)
  br label %item.end

item.end:
  %x.next = add i64 %x, 1
  %x.again = icmp ult i64 %x.next, 64
  br i1 %x.again, label %item, label %end

end:
  ret void
}

!0 = !{}
!1 = !{!2, !3}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!3 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
