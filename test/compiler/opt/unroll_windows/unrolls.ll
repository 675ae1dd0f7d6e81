; RUN: wherry-opt -passes='function(unroll-windows,instcombine<no-verify-fixpoint>,simplifycfg)' %s | FileCheck %s
; A window from an index on that a border cuts: no iteration goes on to the next but by the border's test.

; CHECK-LABEL: define i32 @cut(
; CHECK:       icmp sgt i32 %n, %x
; CHECK:       load i32
; CHECK:       icmp sgt i32 %n, %{{.*}}
; CHECK:       load i32
; CHECK:       icmp sgt i32 %n, %{{.*}}
; CHECK:       load i32
; CHECK-NOT:   icmp
; CHECK:       ret i32 %
; CHECK-LABEL: define i32 @around(
define i32 @cut(ptr addrspace(1) %in, i32 %n, i32 %x) {
entry:
  %last = add nsw i32 %x, 3
  %end = call i32 @llvm.smin.i32(i32 %last, i32 %n)
  br label %head

head:
  %i = phi i32 [ %x, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %goes.on = icmp slt i32 %i, %end
  br i1 %goes.on, label %body, label %done

body:
  %index = sext i32 %i to i64
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %index
  %value = load i32, ptr addrspace(1) %from
  %more = add i32 %sum, %value
  %next = add nsw i32 %i, 1
  br label %head

done:
  ret i32 %sum
}

; From two before to two behind, with the test at the end included: no test stays.

; CHECK-COUNT-5: load i32
; CHECK-NOT:     icmp
; CHECK:         ret i32
define i32 @around(ptr addrspace(1) %in, i32 %x) {
entry:
  %first = add nsw i32 %x, -2
  br label %head

head:
  %i = phi i32 [ %first, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %last = add nsw i32 %x, 2
  %goes.on = icmp sle i32 %i, %last
  br i1 %goes.on, label %body, label %done

body:
  %index = sext i32 %i to i64
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %index
  %value = load i32, ptr addrspace(1) %from
  %more = add i32 %sum, %value
  %next = add nsw i32 %i, 1
  br label %head

done:
  ret i32 %sum
}
