; RUN: wherry-opt -passes='function(unroll-arrays)' %s | FileCheck %s
; RUN: wherry-opt -passes='function(unroll-arrays,loop(loop-unroll-full),sroa<modify-cfg>)' %s | FileCheck --check-prefix=VALUES %s
; An array whose indices are counters of loops, also of two nested ones, and numbers: with these loops unrolled it is 16
; values. LLVM leaves the loop that stores, whose iterations are too long for it.

; CHECK-LABEL: @k(
; CHECK:         br i1 %fill.more, label %fill, label %work, !llvm.loop ![[FILL:[0-9]+]]
; CHECK:         br i1 %column.more, label %column, label %row.next, !llvm.loop ![[COLUMN:[0-9]+]]
; CHECK:         br i1 %row.more, label %row, label %done, !llvm.loop ![[ROW:[0-9]+]]
; CHECK-DAG:   ![[FILL]] = distinct !{![[FILL]], ![[FULL:[0-9]+]]}
; CHECK-DAG:   ![[COLUMN]] = distinct !{![[COLUMN]], ![[FULL]]}
; CHECK-DAG:   ![[ROW]] = distinct !{![[ROW]], ![[FULL]]}
; CHECK-DAG:   ![[FULL]] = !{!"llvm.loop.unroll.full", i32 1}
; VALUES-LABEL: @k(
; VALUES-NOT:    alloca
; VALUES-COUNT-16: store float
; VALUES-NOT:    store
; VALUES:      }
define void @k(ptr addrspace(1) %out, float %by) {
entry:
  %sums = alloca [16 x float]
  br label %fill

fill:
  %i = phi i64 [ 0, %entry ], [ %i.next, %fill ]
  %at = getelementptr float, ptr %sums, i64 %i
  store float %by, ptr %at
  %i.next = add i64 %i, 1
  %fill.more = icmp ult i64 %i.next, 16
  br i1 %fill.more, label %fill, label %work

work:
  %third = getelementptr i8, ptr %sums, i64 12
  %old = load float, ptr %third
  %new = fmul float %old, 2.0
  store float %new, ptr %third
  br label %row

row:
  %y = phi i64 [ 0, %work ], [ %y.next, %row.next ]
  %base = mul i64 %y, 4
  br label %column

column:
  %x = phi i64 [ 0, %row ], [ %x.next, %column ]
  %flat = add i64 %base, %x
  %from = getelementptr float, ptr %sums, i64 %flat
  %sum = load float, ptr %from
  %a = call float @llvm.sqrt.f32(float %sum)
  %b = call float @llvm.sqrt.f32(float %a)
  %c = fadd float %a, %b
  %d = fmul float %c, %by
  %e = fadd float %d, %a
  %f = fmul float %e, %b
  %g = fadd float %f, %c
  %h = fmul float %g, %d
  %to = getelementptr float, ptr addrspace(1) %out, i64 %flat
  store float %h, ptr addrspace(1) %to
  %x.next = add i64 %x, 1
  %column.more = icmp ult i64 %x.next, 4
  br i1 %column.more, label %column, label %row.next

row.next:
  %y.next = add i64 %y, 1
  %row.more = icmp ult i64 %y.next, 4
  br i1 %row.more, label %row, label %done

done:
  ret void
}

declare float @llvm.sqrt.f32(float)
