; RUN: wherry-opt -passes='function(unroll-periods)' %s | FileCheck %s
; The four cases of `switch (x & 3)` take turns in a loop of any number of iterations: four iterations become one, and no
; switch is left. Not where the counter begins
; anywhere.

; CHECK-LABEL: @unpack(
; CHECK-NOT:   switch i32 %
; CHECK:       shl i32 %{{.*}}, 1
; CHECK:       shl i32 %{{.*}}, 2
; CHECK:       shl i32 %{{.*}}, 3
; CHECK-NOT:   switch i32 %
define void @unpack(ptr addrspace(1) %out, i32 %n) {
entry:
  br label %again

again:
  %x = phi i32 [ 0, %entry ], [ %next, %joined ]
  %at = phi ptr addrspace(1) [ %out, %entry ], [ %at.next, %joined ]
  %more = icmp slt i32 %x, %n
  br i1 %more, label %body, label %done

body:
  %value = load i32, ptr addrspace(1) %at
  %which = and i32 %x, 3
  switch i32 %which, label %none [
    i32 0, label %joined
    i32 1, label %one
    i32 2, label %two
    i32 3, label %three
  ]

none:
  unreachable

one:
  %by.1 = shl i32 %value, 1
  br label %joined

two:
  %by.2 = shl i32 %value, 2
  br label %joined

three:
  %by.3 = shl i32 %value, 3
  br label %joined

joined:
  %shifted = phi i32 [ %value, %body ], [ %by.1, %one ], [ %by.2, %two ], [ %by.3, %three ]
  store i32 %shifted, ptr addrspace(1) %at
  %at.next = getelementptr i32, ptr addrspace(1) %at, i64 1
  %next = add nuw nsw i32 %x, 1
  br label %again

done:
  ret void
}

; CHECK-LABEL: @anywhere(
; CHECK:       switch
; CHECK-NOT:   switch i32 %
define void @anywhere(ptr addrspace(1) %out, i32 %start, i32 %n) {
entry:
  br label %again

again:
  %x = phi i32 [ %start, %entry ], [ %next, %joined ]
  %more = icmp slt i32 %x, %n
  br i1 %more, label %body, label %done

body:
  %value = load i32, ptr addrspace(1) %out
  %which = and i32 %x, 3
  switch i32 %which, label %joined [
    i32 1, label %one
    i32 2, label %two
  ]

one:
  %by.1 = shl i32 %value, 1
  br label %joined

two:
  %by.2 = shl i32 %value, 2
  br label %joined

joined:
  %shifted = phi i32 [ %value, %body ], [ %by.1, %one ], [ %by.2, %two ]
  store i32 %shifted, ptr addrspace(1) %out
  %next = add nsw i32 %x, 1
  br label %again

done:
  ret void
}
