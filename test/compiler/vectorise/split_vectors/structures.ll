; RUN: wherry-opt -passes='function(split-vectors,instsimplify,adce),verify' %s | FileCheck %s
; Structures and arrays are loaded and stored part by part: LLVM leaves those with padding whole.

; CHECK-LABEL: @copy(
; CHECK-DAG:   %[[NUMBER:.*]] = load i32, ptr %from, align 4, !nontemporal
; CHECK-DAG:   %[[BYTE:.*]] = load i8, ptr %{{.*}}, align 4, !nontemporal
; CHECK-NOT:   insertvalue
; CHECK-DAG:   store i32 %[[NUMBER]], ptr %to, align 4
; CHECK-DAG:   store i8 %[[BYTE]], ptr %{{.*}}, align 4
; CHECK:       ret void
define void @copy(ptr %to, ptr %from) {
  %whole = load { i32, i8 }, ptr %from, align 4, !nontemporal !0
  store { i32, i8 } %whole, ptr %to, align 4
  ret void
}

; An array of structures, of which each part is stored once, at its own alignment.
; CHECK-LABEL: @nested(
; CHECK:       store volatile i32 1, ptr %to, align 8
; CHECK:       store volatile i8 2, ptr %{{.*}}, align 4
; CHECK:       getelementptr inbounds i8, ptr %{{.*}}, i64 8
; CHECK:       store volatile i32 3, ptr %{{.*}}, align 8
; CHECK:       store volatile i8 4, ptr %{{.*}}, align 4
; CHECK-NOT:   store
; CHECK:       ret void
define void @nested(ptr %to) {
  store volatile [2 x { i32, i8 }] [{ i32, i8 } { i32 1, i8 2 }, { i32, i8 } { i32 3, i8 4 }], ptr %to, align 8
  ret void
}

; Choices are those of each part: lanes choose between the elements of vectors.
; CHECK-LABEL: @chosen(
; CHECK-DAG:   %[[NUMBER:.*]] = select i1 %which, i32 %{{.*}}, i32 %{{.*}}
; CHECK-DAG:   %[[BYTE:.*]] = select i1 %which, i8 %{{.*}}, i8 %{{.*}}
; CHECK-NOT:   insertvalue
; CHECK-DAG:   store i32 %[[NUMBER]], ptr %to
; CHECK-DAG:   store i8 %[[BYTE]], ptr %{{.*}}
; CHECK:       ret void
define void @chosen(ptr %to, ptr %from, ptr %other, i1 %which) {
  %one = load { i32, i8 }, ptr %from, align 4
  %two = load { i32, i8 }, ptr %other, align 4
  %whole = select i1 %which, { i32, i8 } %one, { i32, i8 } %two
  store { i32, i8 } %whole, ptr %to, align 4
  ret void
}

; CHECK-LABEL: @carried(
; CHECK:       loop:
; CHECK-DAG:   %[[NUMBER:.*]] = phi i32 [ 1, %entry ], [ %[[NEXT:.*]], %loop ], [ %[[NEXT]], %loop ]
; CHECK-DAG:   %[[BYTE:.*]] = phi i8 [ 2, %entry ], [ %[[NEXT_BYTE:.*]], %loop ], [ %[[NEXT_BYTE]], %loop ]
; CHECK-NOT:   insertvalue
; CHECK:       out:
; CHECK-DAG:   store i32 %[[NUMBER]], ptr %to
; CHECK-DAG:   store i8 %[[BYTE]], ptr %{{.*}}
define void @carried(ptr %to, ptr %from, i32 %which) {
entry:
  br label %loop

loop:
  %whole = phi [1 x { i32, i8 }] [ [{ i32, i8 } { i32 1, i8 2 }], %entry ], [ %next, %loop ], [ %next, %loop ]
  %next = load [1 x { i32, i8 }], ptr %from, align 4
  switch i32 %which, label %out [ i32 0, label %loop
                                  i32 1, label %loop ]

out:
  store [1 x { i32, i8 }] %whole, ptr %to, align 4
  ret void
}

; A table stays whole: its parts are no registers.
; CHECK-LABEL: @table(
; CHECK:       store [65 x i32] %whole, ptr %to
define void @table(ptr %to, ptr %from) {
  %whole = load [65 x i32], ptr %from, align 4
  store [65 x i32] %whole, ptr %to, align 4
  ret void
}
!0 = !{i32 1}
