; RUN: wherry-opt -passes=unthread-branches,adce,verify %s | FileCheck %s
; Branches stay where both conditions may hold, of numbers that are no local ids, where the test loads, and where the
; join takes another value from the first path.

; CHECK-LABEL: @wg.both(
; CHECK:       left:
; CHECK:         br label %join
define void @wg.both() #0 {
entry:
  %l = call i64 @__wherry_local_id(i32 0)
  %zero = icmp eq i64 %l, 0
  br i1 %zero, label %left, label %test

left:
  store i32 1, ptr addrspace(3) @tile
  br label %join

test:
  %few = icmp ult i64 %l, 4
  br i1 %few, label %right, label %join

right:
  store i32 2, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i64 68)
  br label %join

join:
  ret void
}

; CHECK-LABEL: @wg.no.id(
; CHECK:       left:
; CHECK:         br label %join
define void @wg.no.id(i64 %l) #0 {
entry:
  %zero = icmp eq i64 %l, 0
  br i1 %zero, label %left, label %test

left:
  store i32 1, ptr addrspace(3) @tile
  br label %join

test:
  %last = icmp eq i64 %l, 15
  br i1 %last, label %right, label %join

right:
  store i32 2, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i64 68)
  br label %join

join:
  ret void
}

; CHECK-LABEL: @wg.loads(
; CHECK:       left:
; CHECK:         br label %join
define void @wg.loads(ptr addrspace(1) %in) #0 {
entry:
  %l = call i64 @__wherry_local_id(i32 0)
  %zero = icmp eq i64 %l, 0
  br i1 %zero, label %left, label %test

left:
  store i32 1, ptr addrspace(3) @tile
  br label %join

test:
  %value = load i32, ptr addrspace(1) %in
  %last = icmp eq i64 %l, 15
  %set = icmp ne i32 %value, 0
  %asked = select i1 %last, i1 %set, i1 false
  br i1 %asked, label %right, label %join

right:
  store i32 2, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i64 68)
  br label %join

join:
  ret void
}

; CHECK-LABEL: @wg.takes(
; CHECK:       left:
; CHECK:         br label %join
define i32 @wg.takes() #0 {
entry:
  %l = call i64 @__wherry_local_id(i32 0)
  %zero = icmp eq i64 %l, 0
  br i1 %zero, label %left, label %test

left:
  store i32 1, ptr addrspace(3) @tile
  br label %join

test:
  %last = icmp eq i64 %l, 15
  br i1 %last, label %right, label %join

right:
  store i32 2, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i64 68)
  br label %join

join:
  %path = phi i32 [ 1, %left ], [ 2, %right ], [ 3, %test ]
  ret i32 %path
}

; The sum would be poison: of the number it may have, nothing is known.
; CHECK-LABEL: @wg.overflow(
; CHECK:       left:
; CHECK:         br label %join
define void @wg.overflow() #0 {
entry:
  %l = call i64 @__wherry_local_id(i32 0)
  %last.id = icmp eq i64 %l, 9223372036854775807
  br i1 %last.id, label %left, label %test

left:
  store i32 1, ptr addrspace(3) @tile
  br label %join

test:
  %more = add nsw i64 %l, 1
  %last = icmp eq i64 %more, 15
  br i1 %last, label %right, label %join

right:
  store i32 2, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i64 68)
  br label %join

join:
  ret void
}

@tile = internal addrspace(3) global [18 x i32] undef
declare i64 @__wherry_local_id(i32) #1
attributes #0 = { "wherry-kernel"="both" }
attributes #1 = { nounwind speculatable willreturn memory(none) }
