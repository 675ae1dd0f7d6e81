; RUN: wherry-opt -passes=merge-equal-phis,verify %s | FileCheck %s
; Four ways to a pixel's colour, each of which computes the pixel's index: the index is computed once, before them, with
; the flags that all four have.

; CHECK-LABEL: @wg.four(
; CHECK:         %[[PRODUCT:.*]] = mul nsw i32 %y, %w
; CHECK:         %[[INDEX:.*]] = add i32 %[[PRODUCT]], %x
; CHECK:         switch
; CHECK:       store:
; CHECK-NEXT:    phi i32 [ 1, %a ], [ 2, %b ], [ 3, %c ], [ 4, %d ]
; CHECK-NOT:     phi
; CHECK:         sext i32 %[[INDEX]] to i64
define void @wg.four(ptr addrspace(1) %out, i32 %x, i32 %y, i32 %w) #0 {
entry:
  %way = and i32 %x, 3
  switch i32 %way, label %a [ i32 1, label %b
                              i32 2, label %c
                              i32 3, label %d ]

a:
  %row.a = mul nsw i32 %y, %w
  %at.a = add nsw i32 %row.a, %x
  br label %store

b:
  %row.b = mul nsw i32 %y, %w
  %at.b = add nsw i32 %row.b, %x
  br label %store

c:
  %row.c = mul nsw i32 %y, %w
  %at.c = add i32 %row.c, %x
  br label %store

d:
  %row.d = mul nsw i32 %y, %w
  %at.d = add nsw i32 %row.d, %x
  br label %store

store:
  %colour = phi i32 [ 1, %a ], [ 2, %b ], [ 3, %c ], [ 4, %d ]
  %at = phi i32 [ %at.a, %a ], [ %at.b, %b ], [ %at.c, %c ], [ %at.d, %d ]
  %index = sext i32 %at to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 %colour, ptr addrspace(1) %to, align 4
  ret void
}

; One of the ways computes another index.
; CHECK-LABEL: @wg.another(
; CHECK:         phi i32 [ %at.a, %a ], [ %at.b, %b ], [ %at.c, %c ]
define void @wg.another(ptr addrspace(1) %out, i32 %x, i32 %y, i32 %w) #0 {
entry:
  %way = and i32 %x, 3
  switch i32 %way, label %a [ i32 1, label %b
                              i32 2, label %c ]

a:
  %at.a = add nsw i32 %y, %x
  br label %store

b:
  %at.b = add nsw i32 %y, %x
  br label %store

c:
  %at.c = add nsw i32 %w, %x
  br label %store

store:
  %at = phi i32 [ %at.a, %a ], [ %at.b, %b ], [ %at.c, %c ]
  %index = sext i32 %at to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 1, ptr addrspace(1) %to, align 4
  ret void
}

attributes #0 = { "wherry-kernel"="four" }

; One path knows that the number is not negative; of the others, one extends it with zeros and one by its sign.

; CHECK-LABEL: define i64 @three_extend(
; CHECK:         phi i64
define i64 @three_extend(i32 %x, i32 %c) {
entry:
  switch i32 %c, label %p3 [ i32 0, label %a
    i32 1, label %p2 ]
a:
  %pos = icmp sgt i32 %x, -1
  br i1 %pos, label %p1, label %out
p1:
  %z1 = zext i32 %x to i64
  br label %join
p2:
  %z2 = zext i32 %x to i64
  br label %join
p3:
  %s3 = sext i32 %x to i64
  br label %join
join:
  %i = phi i64 [ %z1, %p1 ], [ %z2, %p2 ], [ %s3, %p3 ]
  ret i64 %i
out:
  ret i64 0
}

; CHECK-LABEL: define i64 @three_extend_otherwise(
; CHECK:         phi i64
define i64 @three_extend_otherwise(i32 %x, i32 %c) {
entry:
  switch i32 %c, label %p3 [ i32 0, label %a
    i32 1, label %p2 ]
a:
  %pos = icmp sgt i32 %x, -1
  br i1 %pos, label %p1, label %out
p1:
  %z1 = zext i32 %x to i64
  br label %join
p2:
  %s2 = sext i32 %x to i64
  br label %join
p3:
  %z3 = zext i32 %x to i64
  br label %join
join:
  %i = phi i64 [ %z1, %p1 ], [ %s2, %p2 ], [ %z3, %p3 ]
  ret i64 %i
out:
  ret i64 0
}
