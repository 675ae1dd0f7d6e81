; RUN: wherry-opt -passes=join-accesses,verify %s | FileCheck %s
; Stores stay where they are if the sides store to different places, if a side accesses memory after its store, or if a
; store is volatile. Loads stay if their address is the same for all work-items, if memory is written before them, or if
; two predecessors would have to load.

; CHECK-LABEL: define void @wg.other_place(
; CHECK:         store i32 1,
; CHECK:         store i32 2,
; CHECK:       join:
; CHECK-NEXT:    ret void
define void @wg.other_place(ptr addrspace(1) %out, i64 %n) "wherry-kernel"="other_place" {
  %id = call i64 @__wherry_local_id(i32 0)
  %c = icmp ult i64 %id, %n
  %a = getelementptr i32, ptr addrspace(1) %out, i64 %id
  %b = getelementptr i32, ptr addrspace(1) %out, i64 %n
  br i1 %c, label %yes, label %no
yes:
  store i32 1, ptr addrspace(1) %a
  br label %join
no:
  store i32 2, ptr addrspace(1) %b
  br label %join
join:
  ret void
}

; CHECK-LABEL: define void @wg.accessed_behind(
; CHECK:         store i32 1,
; CHECK:         store i32 2,
; CHECK:       join:
; CHECK-NEXT:    %m = phi
; CHECK-NEXT:    store volatile
define void @wg.accessed_behind(ptr addrspace(1) %out, i64 %n) "wherry-kernel"="accessed_behind" {
  %id = call i64 @__wherry_local_id(i32 0)
  %c = icmp ult i64 %id, %n
  %a = getelementptr i32, ptr addrspace(1) %out, i64 %id
  %b = getelementptr i32, ptr addrspace(1) %out, i64 %n
  br i1 %c, label %yes, label %no
yes:
  store i32 1, ptr addrspace(1) %a
  %l = load i32, ptr addrspace(1) %b
  br label %join
no:
  store i32 2, ptr addrspace(1) %a
  br label %join
join:
  %m = phi i32 [ %l, %yes ], [ 0, %no ]
  store volatile i32 %m, ptr addrspace(1) %b
  ret void
}

; CHECK-LABEL: define void @wg.volatile(
; CHECK:         store volatile i32 1,
; CHECK:         store volatile i32 2,
; CHECK:       join:
; CHECK-NEXT:    ret void
define void @wg.volatile(ptr addrspace(1) %out, i64 %n) "wherry-kernel"="volatile" {
  %id = call i64 @__wherry_local_id(i32 0)
  %c = icmp ult i64 %id, %n
  %a = getelementptr i32, ptr addrspace(1) %out, i64 %id
  br i1 %c, label %yes, label %no
yes:
  store volatile i32 1, ptr addrspace(1) %a
  br label %join
no:
  store volatile i32 2, ptr addrspace(1) %a
  br label %join
join:
  ret void
}

; CHECK-LABEL: define i32 @wg.uniform_load(
; CHECK:       join:
; CHECK-NEXT:    %value = load
define i32 @wg.uniform_load(ptr addrspace(1) %in, i64 %n) "wherry-kernel"="uniform_load" {
  %id = call i64 @__wherry_local_id(i32 0)
  %c = icmp ult i64 %id, %n
  br i1 %c, label %yes, label %join
yes:
  %made = load i32, ptr addrspace(1) %in
  br label %join
join:
  %value = load i32, ptr addrspace(1) %in
  ret i32 %value
}

; CHECK-LABEL: define i32 @wg.written(
; CHECK:       join:
; CHECK-NEXT:    store
; CHECK-NEXT:    %value = load
define i32 @wg.written(ptr addrspace(1) %in, i64 %n) "wherry-kernel"="written" {
  %id = call i64 @__wherry_local_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %c = icmp ult i64 %id, %n
  br i1 %c, label %yes, label %join
yes:
  %made = load i32, ptr addrspace(1) %a
  br label %join
join:
  store i32 1, ptr addrspace(1) %in
  %value = load i32, ptr addrspace(1) %a
  ret i32 %value
}

; CHECK-LABEL: define i32 @wg.two_without(
; CHECK:       join:
; CHECK-NEXT:    %value = load
define i32 @wg.two_without(ptr addrspace(1) %in, i64 %n) "wherry-kernel"="two_without" {
  %id = call i64 @__wherry_local_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %in, i64 %id
  switch i64 %id, label %join [ i64 1, label %one
                                i64 2, label %two ]
one:
  %made = load i32, ptr addrspace(1) %a
  br label %join
two:
  br label %join
join:
  %value = load i32, ptr addrspace(1) %a
  ret i32 %value
}

declare i64 @__wherry_local_id(i32)
