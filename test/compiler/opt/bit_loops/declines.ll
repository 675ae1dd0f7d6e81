; RUN: wherry-opt -passes=bit-loops %s | FileCheck %s
; Loops that do something else besides, or take away something else.

; Each iteration stores.

; CHECK-LABEL: define i32 @stores(
; CHECK-NOT:     ctpop
define i32 @stores(i32 %v, i32 %n, ptr %to) {
entry:
  br label %head

head:
  %left = phi i32 [ %v, %entry ], [ %less, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %any = icmp ne i32 %left, 0
  br i1 %any, label %body, label %done

body:
  %one = add i32 %left, -1
  %less = and i32 %left, %one
  %more = add i32 %sum, 1
  store i32 %sum, ptr %to
  br label %head

done:
  %total = phi i32 [ %sum, %head ]
  ret i32 %total
}

; The sign stays: a negative number never becomes 0.

; CHECK-LABEL: define i32 @arithmetic(
; CHECK-NOT:     ctpop
define i32 @arithmetic(i32 %v, i32 %n, ptr %to) {
entry:
  br label %head

head:
  %left = phi i32 [ %v, %entry ], [ %less, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %any = icmp ne i32 %left, 0
  br i1 %any, label %body, label %done

body:
  %less = ashr i32 %left, 1
  %low = and i32 %left, 1
  %more = add i32 %sum, %low
  br label %head

done:
  %total = phi i32 [ %sum, %head ]
  ret i32 %total
}

; Not a sum.

; CHECK-LABEL: define i32 @product(
; CHECK-NOT:     ctpop
define i32 @product(i32 %v, i32 %n, ptr %to) {
entry:
  br label %head

head:
  %left = phi i32 [ %v, %entry ], [ %less, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %any = icmp ne i32 %left, 0
  br i1 %any, label %body, label %done

body:
  %one = add i32 %left, -1
  %less = and i32 %left, %one
  %times = mul i32 %sum, 3
  %more = add i32 %times, 1
  br label %head

done:
  %total = phi i32 [ %sum, %head ]
  ret i32 %total
}

; What is added changes.

; CHECK-LABEL: define i32 @by_variable(
; CHECK-NOT:     ctpop
define i32 @by_variable(i32 %v, i32 %n, ptr %to) {
entry:
  br label %head

head:
  %left = phi i32 [ %v, %entry ], [ %less, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %any = icmp ne i32 %left, 0
  br i1 %any, label %body, label %done

body:
  %one = add i32 %left, -1
  %less = and i32 %left, %one
  %more = add i32 %sum, %left
  br label %head

done:
  %total = phi i32 [ %sum, %head ]
  ret i32 %total
}

; Every second bit.

; CHECK-LABEL: define i32 @two_bits(
; CHECK-NOT:     ctpop
define i32 @two_bits(i32 %v, i32 %n, ptr %to) {
entry:
  br label %head

head:
  %left = phi i32 [ %v, %entry ], [ %less, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %any = icmp ne i32 %left, 0
  br i1 %any, label %body, label %done

body:
  %less = lshr i32 %left, 2
  %low = and i32 %left, 1
  %more = add i32 %sum, %low
  br label %head

done:
  %total = phi i32 [ %sum, %head ]
  ret i32 %total
}

; The number before the last one is used behind.

; CHECK-LABEL: define i32 @last(
; CHECK-NOT:     ctlz
define i32 @last(i32 %v) {
entry:
  br label %head

head:
  %left = phi i32 [ %v, %entry ], [ %less, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %less = lshr i32 %left, 1
  %none = icmp eq i32 %less, 0
  br i1 %none, label %done, label %body

body:
  %more = add i32 %sum, 1
  br label %head

done:
  %total = phi i32 [ %left, %head ]
  ret i32 %total
}
