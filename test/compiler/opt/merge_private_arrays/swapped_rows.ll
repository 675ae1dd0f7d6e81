; RUN: wherry-opt -passes='function(merge-private-arrays),verify' %s | FileCheck %s
; Two rows whose pointers are swapped become one array, each row where its alignment lets it stand.

; CHECK-LABEL: @rows(
; CHECK:       %rows = alloca [69 x i32], align 16
; CHECK-NOT:   alloca
; CHECK:       %[[A:.*]] = getelementptr inbounds i32, ptr %rows, i64 0
; CHECK:       %[[B:.*]] = getelementptr inbounds i32, ptr %rows, i64 36
; CHECK:       store i32 0, ptr %[[A]]
; CHECK:       loop:
; CHECK:       %i = phi i64
; CHECK-NEXT:  %[[P:.*]] = phi i64 [ 0, %entry ], [ %[[N:.*]], %loop ]
; CHECK:       %[[N]] = phi i64 [ 36, %entry ], [ %[[P]], %loop ]
; CHECK:       %[[TO:.*]] = getelementptr inbounds i32, ptr %rows, i64 %[[N]]
; CHECK:       %[[FROM:.*]] = getelementptr inbounds i32, ptr %rows, i64 %[[P]]
; CHECK:       getelementptr i32, ptr %[[FROM]], i64 %k
; CHECK:       getelementptr i32, ptr %[[TO]], i64 %k
; CHECK:       done:
; CHECK:       select i1 %first, i64 0, i64 %[[N]]
define i32 @rows(i64 %k, i64 %count, i1 %first) {
entry:
  %a = alloca [33 x i32], align 16
  %b = alloca [33 x i32], align 16
  call void @llvm.lifetime.start.p0(ptr %a)
  store i32 0, ptr %a
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = phi ptr [ %a, %entry ], [ %n, %loop ]
  %n = phi ptr [ %b, %entry ], [ %p, %loop ]
  %from = getelementptr i32, ptr %p, i64 %k
  %value = load i32, ptr %from
  %to = getelementptr i32, ptr %n, i64 %k
  store i32 %value, ptr %to
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %count
  br i1 %again, label %loop, label %done

done:
  %last = select i1 %first, ptr %a, ptr %n
  %result = load i32, ptr %last
  ret i32 %result
}
