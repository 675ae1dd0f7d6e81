; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; CHECK-NOT: reshaped

; Rows of three are too short.
define void @wg.constant(ptr %args, ptr %context) "wherry-kernel"="constant" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i32, ptr %at.w, align 4, !invariant.load !0
  %i = call i64 @__wherry_global_id(i32 0)
  %column = urem i64 %i, 3
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %column
  store i64 %i, ptr addrspace(1) %to
  ret void
}

; The host does not know what memory holds.
define void @wg.loaded(ptr %args, ptr %context) "wherry-kernel"="loaded" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i32, ptr %at.w, align 4, !invariant.load !0
  %d = load i64, ptr addrspace(1) %in
  %i = call i64 @__wherry_global_id(i32 0)
  %bad = icmp eq i64 %d, 0
  %by = select i1 %bad, i64 1, i64 %d
  %column = urem i64 %i, %by
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %column
  store i64 %i, ptr addrspace(1) %to
  ret void
}

; No address depends on the remainder.
define void @wg.value(ptr %args, ptr %context) "wherry-kernel"="value" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i32, ptr %at.w, align 4, !invariant.load !0
  %w.wide = zext i32 %w to i64
  %i = call i64 @__wherry_global_id(i32 0)
  %column = urem i64 %i, %w.wide
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %i
  store i64 %column, ptr addrspace(1) %to
  ret void
}

; The launch has two dimensions already.
define void @wg.two(ptr %args, ptr %context) "wherry-kernel"="two" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i32, ptr %at.w, align 4, !invariant.load !0
  %w.wide = zext i32 %w to i64
  %i = call i64 @__wherry_global_id(i32 0)
  %j = call i64 @__wherry_global_id(i32 1)
  %column = urem i64 %i, %w.wide
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %column
  store i64 %j, ptr addrspace(1) %to
  ret void
}

; Two numbers divide the index: one of them would stay a division.
define void @wg.numbers(ptr %args, ptr %context) "wherry-kernel"="numbers" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i32, ptr %at.w, align 4, !invariant.load !0
  %w.wide = zext i32 %w to i64
  %other = add i64 %w.wide, 1
  %i = call i64 @__wherry_global_id(i32 0)
  %column = urem i64 %i, %w.wide
  %next = urem i64 %i, %other
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %column
  %place = getelementptr i64, ptr addrspace(1) %to, i64 %next
  store i64 %i, ptr addrspace(1) %place
  ret void
}

; Work-items see their groups.
define void @wg.groups(ptr %args, ptr %context) "wherry-kernel"="groups" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i32, ptr %at.w, align 4, !invariant.load !0
  %w.wide = zext i32 %w to i64
  %i = call i64 @__wherry_global_id(i32 0)
  %group = call i64 @__wherry_group_id(i32 0)
  %column = urem i64 %i, %w.wide
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %column
  store i64 %group, ptr addrspace(1) %to
  ret void
}
declare i64 @__wherry_group_id(i32)
declare i64 @__wherry_global_id(i32)
!0 = !{}
