; RUN: wherry-opt -passes='function(bit-loops,simplifycfg,instcombine<no-verify-fixpoint>)' %s | FileCheck %s
; Loops that take away one bit after the other.

; CHECK-LABEL: define i32 @lowest_set(
; CHECK:         %[[BITS:.*]] = call {{.*}}i32 @llvm.ctpop.i32(i32 %v)
; CHECK-NEXT:    %[[ALL:.*]] = add i32 %n, %[[BITS]]
; CHECK-NEXT:    ret i32 %[[ALL]]
define i32 @lowest_set(i32 %v, i32 %n) {
entry:
  br label %head

head:
  %left = phi i32 [ %v, %entry ], [ %less, %body ]
  %sum = phi i32 [ %n, %entry ], [ %more, %body ]
  %any = icmp ne i32 %left, 0
  br i1 %any, label %body, label %done

body:
  %one = add i32 %left, -1
  %less = and i32 %left, %one
  %more = add i32 %sum, 1
  br label %head

done:
  %total = phi i32 [ %sum, %head ]
  ret i32 %total
}

; Three a bit, of 64 bits, and asked behind: one iteration for 0, too.

; CHECK-LABEL: define i32 @behind(
; CHECK:         %[[BITS:.*]] = call {{.*}}i64 @llvm.ctpop.i64(i64 %v)
; CHECK-NEXT:    %[[TIMES:.*]] = call i64 @llvm.umax.i64(i64 %[[BITS]], i64 1)
; CHECK-NEXT:    %[[SHORT:.*]] = trunc {{.*}}i64 %[[TIMES]] to i32
; CHECK-NEXT:    %[[ALL:.*]] = mul {{.*}}i32 %[[SHORT]], 3
; CHECK-NEXT:    ret i32 %[[ALL]]
define i32 @behind(i64 %v) {
entry:
  br label %body

body:
  %left = phi i64 [ %v, %entry ], [ %less, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %one = add i64 %left, -1
  %less = and i64 %one, %left
  %more = add i32 %sum, 3
  %none = icmp eq i64 %less, 0
  br i1 %none, label %done, label %body

done:
  %total = phi i32 [ %more, %body ]
  ret i32 %total
}

; CHECK-LABEL: define i64 @shifted(
; CHECK:         %[[BITS:.*]] = call {{.*}}i32 @llvm.ctpop.i32(i32 %v)
; CHECK-NEXT:    %[[ALL:.*]] = zext {{.*}}i32 %[[BITS]] to i64
; CHECK-NEXT:    ret i64 %[[ALL]]
define i64 @shifted(i32 %v) {
entry:
  br label %head

head:
  %left = phi i32 [ %v, %entry ], [ %less, %body ]
  %sum = phi i64 [ 0, %entry ], [ %more, %body ]
  %none = icmp eq i32 %left, 0
  br i1 %none, label %done, label %body

body:
  %low = and i32 %left, 1
  %one = zext i32 %low to i64
  %more = add i64 %sum, %one
  %less = lshr i32 %left, 1
  br label %head

done:
  %total = phi i64 [ %sum, %head ]
  ret i64 %total
}

; Places: of the number, asked before.

; CHECK-LABEL: define i32 @places(
; CHECK:         %[[ZEROS:.*]] = call {{.*}}i32 @llvm.ctlz.i32(i32 %v, i1 false)
; CHECK-NEXT:    %[[PLACES:.*]] = sub {{.*}}i32 32, %[[ZEROS]]
; CHECK-NEXT:    ret i32 %[[PLACES]]
define i32 @places(i32 %v) {
entry:
  br label %head

head:
  %left = phi i32 [ %v, %entry ], [ %less, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %none = icmp eq i32 %left, 0
  br i1 %none, label %done, label %body

body:
  %less = lshr i32 %left, 1
  %more = add i32 %sum, 1
  br label %head

done:
  %total = phi i32 [ %sum, %head ]
  ret i32 %total
}

; Asked in the iteration, for the next one's number: one place less.

; CHECK-LABEL: define i32 @logarithm(
; CHECK:         %[[HALF:.*]] = lshr i32 %v, 1
; CHECK-NEXT:    %[[ZEROS:.*]] = call {{.*}}i32 @llvm.ctlz.i32(i32 %[[HALF]], i1 false)
; CHECK-NEXT:    %[[PLACES:.*]] = sub {{.*}}i32 32, %[[ZEROS]]
; CHECK-NEXT:    ret i32 %[[PLACES]]
define i32 @logarithm(i32 %v) {
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
  %total = phi i32 [ %sum, %head ]
  ret i32 %total
}

; The same once LLVM has moved the addition into the loop's only block: that of the last iteration is not used.

; CHECK-LABEL: define i32 @rotated(
; CHECK:         %[[ZEROS:.*]] = call {{.*}}i32 @llvm.ctlz.i32(i32 %v, i1 false)
; CHECK-NEXT:    %[[LESS:.*]] = call i32 @llvm.usub.sat.i32(i32 31, i32 %[[ZEROS]])
; CHECK-NEXT:    ret i32 %[[LESS]]
define i32 @rotated(i32 %v) {
entry:
  br label %body

body:
  %left = phi i32 [ %v, %entry ], [ %less, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %less = lshr i32 %left, 1
  %none = icmp eq i32 %less, 0
  %more = add i32 %sum, 1
  br i1 %none, label %done, label %body

done:
  %total = phi i32 [ %sum, %body ]
  ret i32 %total
}
