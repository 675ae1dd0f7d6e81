; RUN: wherry-opt -passes=unroll-windows %s | FileCheck %s
; Each of these keeps its one load.

; Seventeen elements.

; CHECK-LABEL: define i32 @long(
; CHECK:         load i32
; CHECK-NOT:     load i32
define i32 @long(ptr addrspace(1) %in, i32 %x) {
entry:
  %last = add nsw i32 %x, 17
  br label %head

head:
  %i = phi i32 [ %x, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %goes.on = icmp slt i32 %i, %last
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

; A last element that may be the greatest number: the counter may go on from there to the least one.

; CHECK-LABEL: define i32 @wraps(
; CHECK:         load i32
; CHECK-NOT:     load i32
define i32 @wraps(ptr addrspace(1) %in, i32 %x) {
entry:
  %last = add i32 %x, 3
  br label %head

head:
  %i = phi i32 [ %x, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %goes.on = icmp ule i32 %i, %last
  br i1 %goes.on, label %body, label %done

body:
  %index = zext i32 %i to i64
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %index
  %value = load i32, ptr addrspace(1) %from
  %more = add i32 %sum, %value
  %next = add i32 %i, 1
  br label %head

done:
  ret i32 %sum
}

; Elements of a column.

; CHECK-LABEL: define i32 @column(
; CHECK:         load i32
; CHECK-NOT:     load i32
define i32 @column(ptr addrspace(1) %in, i32 %x, i32 %pitch) {
entry:
  %last = add nsw i32 %x, 3
  br label %head

head:
  %i = phi i32 [ %x, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %goes.on = icmp slt i32 %i, %last
  br i1 %goes.on, label %body, label %done

body:
  %place = mul nsw i32 %i, %pitch
  %index = sext i32 %place to i64
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %index
  %value = load i32, ptr addrspace(1) %from
  %more = add i32 %sum, %value
  %next = add nsw i32 %i, 1
  br label %head

done:
  ret i32 %sum
}

; From a constant on, to more than a window has.

; CHECK-LABEL: define i32 @constant(
; CHECK:         load i32
; CHECK-NOT:     load i32
define i32 @constant(ptr addrspace(1) %in, i32 %n) {
entry:
  %end = call i32 @llvm.smin.i32(i32 %n, i32 8)
  br label %head

head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
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

; The header stores once more than the rest.

; CHECK-LABEL: define void @stores(
; CHECK:         store i32 7
; CHECK-NOT:     store i32 7
define void @stores(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %x, i32 %n) {
entry:
  %far = add nsw i32 %x, 2
  %last = call i32 @llvm.smin.i32(i32 %far, i32 %n)
  br label %head

head:
  %i = phi i32 [ %x, %entry ], [ %next, %body ]
  %index = sext i32 %i to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 7, ptr addrspace(1) %to
  %goes.on = icmp slt i32 %i, %last
  br i1 %goes.on, label %body, label %done

body:
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %index
  %value = load i32, ptr addrspace(1) %from
  store i32 %value, ptr addrspace(1) %from
  %next = add nsw i32 %i, 1
  br label %head

done:
  ret void
}
