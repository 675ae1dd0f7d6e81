; RUN: wherry-opt -passes='function(choose-elements,sroa<modify-cfg>),verify' %s | FileCheck %s
; A palette that is stored by bytes and read by colours: each byte replaces its part of a colour, and a work-item's own
; index selects among the colours.

; CHECK-LABEL: @palette(
; CHECK-NOT:     alloca
; CHECK:         %[[PART:.*]] = freeze i8 %b
; CHECK:         %[[WIDE:.*]] = zext i8 %[[PART]] to i32
; CHECK:         %[[OTHERS:.*]] = and i32 %{{.*}}, -65281
; CHECK:         %[[UP:.*]] = shl i32 %[[WIDE]], 8
; CHECK:         or i32 %[[OTHERS]], %[[UP]]
; CHECK:         select i1
; CHECK:         store i32 %{{.*}}, ptr addrspace(1) %to
define void @palette(ptr addrspace(1) %out, i8 %a, i8 %b, i32 %whole) {
  %colours = alloca [2 x [4 x i8]], align 1
  store i8 %a, ptr %colours, align 1
  %p1 = getelementptr inbounds i8, ptr %colours, i64 1
  store i8 %b, ptr %p1, align 1
  %p2 = getelementptr inbounds i8, ptr %colours, i64 2
  store i16 -1, ptr %p2, align 1
  %p4 = getelementptr inbounds i8, ptr %colours, i64 4
  store i32 %whole, ptr %p4, align 1
  %id = call i64 @__wherry_global_id(i32 0)
  %which = and i64 %id, 1
  %at = getelementptr inbounds [4 x i8], ptr %colours, i64 %which
  %colour = load i32, ptr %at, align 1
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %colour, ptr addrspace(1) %to, align 4
  ret void
}

; Bytes stay that lie in two elements, whose place differs, beside loads in the middle of elements or of other sizes, and
; with one index for all work-items.
; CHECK-LABEL: @straddles(
; CHECK:         store i16 -1, ptr %p3
define void @straddles(ptr addrspace(1) %out) {
  %colours = alloca [2 x [4 x i8]], align 1
  %p3 = getelementptr inbounds i8, ptr %colours, i64 3
  store i16 -1, ptr %p3, align 1
  %id = call i64 @__wherry_global_id(i32 0)
  %which = and i64 %id, 1
  %at = getelementptr inbounds [4 x i8], ptr %colours, i64 %which
  %colour = load i32, ptr %at, align 1
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %colour, ptr addrspace(1) %to, align 4
  ret void
}

; CHECK-LABEL: @other.place(
; CHECK:         store i8 %a, ptr %p
define void @other.place(ptr addrspace(1) %out, i8 %a) {
  %colours = alloca [2 x [4 x i8]], align 1
  %id = call i64 @__wherry_global_id(i32 0)
  %which = and i64 %id, 1
  %p = getelementptr inbounds i8, ptr %colours, i64 %which
  store i8 %a, ptr %p, align 1
  %at = getelementptr inbounds [4 x i8], ptr %colours, i64 %which
  %colour = load i32, ptr %at, align 1
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %colour, ptr addrspace(1) %to, align 4
  ret void
}

; CHECK-LABEL: @middle(
; CHECK:         store i8 %a, ptr %colours
define void @middle(ptr addrspace(1) %out, i8 %a) {
  %colours = alloca [2 x [4 x i8]], align 1
  store i8 %a, ptr %colours, align 1
  %id = call i64 @__wherry_global_id(i32 0)
  %which = and i64 %id, 1
  %at = getelementptr inbounds [2 x i8], ptr %colours, i64 %which
  %colour = load i32, ptr %at, align 1
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %colour, ptr addrspace(1) %to, align 4
  ret void
}

; CHECK-LABEL: @uniform(
; CHECK:         store i8 %a, ptr %colours
define void @uniform(ptr addrspace(1) %out, i8 %a, i64 %n) {
  %colours = alloca [2 x [4 x i8]], align 1
  store i8 %a, ptr %colours, align 1
  %id = call i64 @__wherry_global_id(i32 0)
  %which = and i64 %n, 1
  %at = getelementptr inbounds [4 x i8], ptr %colours, i64 %which
  %colour = load i32, ptr %at, align 1
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %colour, ptr addrspace(1) %to, align 4
  ret void
}

declare i64 @__wherry_global_id(i32)
