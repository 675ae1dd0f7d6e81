; RUN: wherry-opt -passes=begin-lifetimes %s | FileCheck %s
; RUN: wherry-opt -passes='begin-lifetimes,print<item-memory>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=MEMORY
; An array begins its lifetime anew before a loop that stores to all its elements, and need not be kept across barriers.

; CHECK-LABEL: @wg.row(
; CHECK:       %array = alloca
; CHECK-NEXT:  call void @llvm.lifetime.start.p0(ptr %array)
; CHECK:       outer:
; CHECK:       call void @llvm.lifetime.start.p0(ptr %array)
; CHECK-NEXT:  br label %fill
; MEMORY-LABEL: item-memory of 'wg.row':
; MEMORY:      %array: of one region
define void @wg.row(ptr %args, ptr %context) "wherry-kernel"="row" {
entry:
  %array = alloca [8 x float]
  br label %outer
outer:
  %b = phi i32 [ 0, %entry ], [ %b.next, %after ]
  br label %fill
fill:
  %k = phi i64 [ 0, %outer ], [ %k.next, %fill ]
  %to = getelementptr inbounds [8 x float], ptr %array, i64 0, i64 %k
  store float 1.0, ptr %to
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, 8
  br i1 %more, label %fill, label %read
read:
  %x = load float, ptr %array
  store float %x, ptr %args
  br label %operation
operation:
  call void @__wherry_barrier(i32 1)
  br label %after
after:
  %b.next = add i32 %b, 1
  %again = icmp ult i32 %b.next, 9
  br i1 %again, label %outer, label %end
end:
  ret void
}

; Rows of a table, by loops that ask in their headers; lifetime markers that are there stay.
; CHECK-LABEL: @wg.table(
; CHECK:       entry:
; CHECK-NOT:   lifetime
; CHECK:       outer:
; CHECK:       call void @llvm.lifetime.start.p0(ptr %array)
; CHECK-NEXT:  call void @llvm.lifetime.start.p0(ptr %array)
; CHECK-NEXT:  br label %rows
; CHECK-NOT:   lifetime
; CHECK:       ret void
define void @wg.table(ptr %args, ptr %context) "wherry-kernel"="table" {
entry:
  %array = alloca [4 x [8 x float]]
  br label %outer
outer:
  call void @llvm.lifetime.start.p0(ptr %array)
  br label %rows
rows:
  %i = phi i64 [ 0, %outer ], [ %i.next, %row.end ]
  %in.rows = icmp ult i64 %i, 4
  br i1 %in.rows, label %row, label %read
row:
  %j = phi i64 [ 0, %rows ], [ %j.next, %fill ]
  %in.row = icmp ult i64 %j, 8
  br i1 %in.row, label %fill, label %row.end
fill:
  %to = getelementptr inbounds [4 x [8 x float]], ptr %array, i64 0, i64 %i, i64 %j
  store float 1.0, ptr %to
  %j.next = add nuw nsw i64 %j, 1
  br label %row
row.end:
  %i.next = add nuw nsw i64 %i, 1
  br label %rows
read:
  %x = load float, ptr %array
  store float %x, ptr %args
  br label %operation
operation:
  call void @__wherry_barrier(i32 1)
  br label %end
end:
  ret void
}
declare void @__wherry_barrier(i32) convergent
declare void @llvm.lifetime.start.p0(ptr)
