; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; What all work-items have alike is computed once, before the first region: arithmetic and loads of arguments. A load
; of a buffer stays where it is, as its address may be invalid where no work-item comes; so does a division.

; CHECK-LABEL: define void @wg.scale(
; CHECK:         load ptr addrspace(1), ptr %args
; CHECK:         %[[TRIPLED:.*]] = mul i64 %[[N:.*]], 3
; CHECK-NOT:     load i64, ptr addrspace(1)
; CHECK-NOT:     udiv
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK-NOT:     mul i64
; CHECK:         load i64, ptr addrspace(1)
; CHECK:         udiv i64 1000, %[[N]]
define void @wg.scale(ptr %args, ptr %context) "wherry-kernel"="scale" {
entry:
  %x = call i64 @__wherry_local_id(i32 0)
  %inside = icmp ult i64 %x, 5
  br i1 %inside, label %work, label %done
work:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_n = getelementptr inbounds i8, ptr %args, i64 8
  %n = load i64, ptr %to_n, !invariant.load !0
  %tripled = mul i64 %n, 3
  %element = getelementptr i64, ptr addrspace(1) %out, i64 %tripled
  %value = load i64, ptr addrspace(1) %element
  %part = udiv i64 1000, %n
  %sum = add i64 %value, %part
  %place = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 %sum, ptr addrspace(1) %place
  br label %done
done:
  ret void
}

; A volatile load and what hangs on the work-item stay in the loop.
; CHECK-LABEL: define void @wg.stay(
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK:         load volatile i64, ptr %args
define void @wg.stay(ptr %args, ptr %context) "wherry-kernel"="stay" {
entry:
  %x = call i64 @__wherry_local_id(i32 0)
  br label %body
body:
  %often = load volatile i64, ptr %args
  %to_out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %to_out, !invariant.load !0
  %place = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 %often, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
