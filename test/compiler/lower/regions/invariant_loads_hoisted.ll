; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; What is the same for a whole launch and cannot fault, as an image's descriptor, is loaded once, before the first region,
; from behind a branch, too: without the facts that may hold behind the branch alone. A load beyond what is known to be
; there, and one of what may change, stay. An alignment makes poison where it does not hold, so it may go along, but not
; beside noundef.

; CHECK-LABEL: define void @wg.store(
; CHECK:         %image = load ptr addrspace(1), ptr %args, align 8, !invariant.load ![[NONE:[0-9]+]], !nonnull ![[NONE]], !dereferenceable !{{[0-9]+}}, !align
; CHECK:         %extent = load i32, ptr addrspace(1) %extent_place, align 4, !invariant.load ![[NONE]]{{$}}
; CHECK:         %data = load ptr addrspace(1), ptr addrspace(1) %image, align 8, !invariant.load ![[NONE]], !align !{{[0-9]+}}{{$}}
; CHECK:         %other = load ptr addrspace(1), ptr addrspace(1) %other_place, align 8, !invariant.load ![[NONE]], !noundef ![[NONE]]{{$}}
; CHECK-NOT:     load i32
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK-NOT:     %extent{{.*}} = load
; CHECK:         load i32, ptr addrspace(1) %beyond_place, align 4, !invariant.load
; CHECK:         load i64, ptr addrspace(1) %changes_place
define void @wg.store(ptr %args, ptr %context) "wherry-kernel"="store" {
entry:
  %x = call i64 @__wherry_local_id(i32 0)
  %image = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0, !nonnull !0, !dereferenceable !1, !align !2
  %extent_place = getelementptr inbounds i8, ptr addrspace(1) %image, i64 28
  %beyond_place = getelementptr inbounds i8, ptr addrspace(1) %image, i64 32
  %changes_place = getelementptr inbounds i8, ptr addrspace(1) %image, i64 8
  %other_place = getelementptr inbounds i8, ptr addrspace(1) %image, i64 16
  %x32 = trunc i64 %x to i32
  %inside = icmp ult i32 %x32, 5
  br i1 %inside, label %work, label %done
work:
  %extent = load i32, ptr addrspace(1) %extent_place, align 4, !invariant.load !0, !range !3
  %data = load ptr addrspace(1), ptr addrspace(1) %image, align 8, !invariant.load !0, !nonnull !0, !align !2
  %other = load ptr addrspace(1), ptr addrspace(1) %other_place, align 8, !invariant.load !0, !align !2, !noundef !0
  %beyond = load i32, ptr addrspace(1) %beyond_place, align 4, !invariant.load !0
  %changes = load i64, ptr addrspace(1) %changes_place, align 8
  %sum = add i32 %extent, %beyond
  %place = getelementptr i32, ptr addrspace(1) %data, i64 %x
  %more = getelementptr i32, ptr addrspace(1) %place, i64 %changes
  store i32 %sum, ptr addrspace(1) %more
  store i32 %sum, ptr addrspace(1) %other
  br label %done
done:
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
!1 = !{i64 32}
!2 = !{i64 8}
!3 = !{i32 1, i32 100}
