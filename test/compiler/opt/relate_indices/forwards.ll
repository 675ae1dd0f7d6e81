; RUN: wherry-opt -passes=relate-indices,verify %s | FileCheck %s
; RUN: wherry-opt -passes=relate-indices,loop-load-elim %s | FileCheck %s --check-prefix=FORWARDED
; a[base + i] += a[base + i - 1] by an index of 32 bits that may wrap around: the loop counts it in 64 bits where it does
; not, and LLVM sees that each iteration loads what the one before has stored.

; CHECK-LABEL: @wg.sums(
; CHECK:       before:
; CHECK:         %[[COUNT:.*]] = freeze i64 %{{.*}}
; CHECK:         %[[SHORT:.*]] = icmp ule i64 %[[COUNT]], 2147483647
; CHECK:         %[[LEAST:.*]] = freeze i32 %{{.*}}
; CHECK:         %[[FIRST:.*]] = sext i32 %[[LEAST]] to i64
; CHECK:         %[[END:.*]] = add i64 %[[FIRST]], %{{.*}}
; CHECK:         %[[MOST:.*]] = add i64 %[[END]], 1
; CHECK:         %[[BELOW:.*]] = icmp sle i64 %[[MOST]], 2147483647
; CHECK:         %[[FITS:.*]] = and i1 %[[SHORT]], %[[BELOW]]
; CHECK:         br i1 %[[FITS]], label %before.split, label %before.split.wraps
; The copy extends the indices of each iteration.
; CHECK:       loop.wraps:
; CHECK:         sext i32
; CHECK:         sext i32
; CHECK:         br i1 %{{.*}}, label %loop.wraps, label %done.loopexit, !llvm.loop
; CHECK:       loop:
; CHECK-NEXT:    %[[INDEX:.*]] = phi i64 [ %[[FIRST]], %before.split ], [ %[[NEXT:.*]], %loop ]
; CHECK-DAG:     add nsw i64 %[[INDEX]], 0
; CHECK-DAG:     add nsw i64 %[[INDEX]], 1
; CHECK-NOT:     sext
; CHECK:         %[[NEXT]] = add nsw i64 %[[INDEX]], 1
; CHECK:         br i1 %{{.*}}, label %loop, label %done.loopexit

; FORWARDED-LABEL: @wg.sums(
; FORWARDED:       {{^}}loop:
; FORWARDED:         %store_forwarded = phi float
; FORWARDED:         fadd float %own, %store_forwarded
define void @wg.sums(ptr addrspace(1) %a, i32 %base, i64 %n) {
entry:
  %some = icmp ugt i64 %n, 1
  br i1 %some, label %before, label %done

before:
  br label %loop

loop:
  %i = phi i64 [ 1, %before ], [ %i.next, %loop ]
  %low = trunc i64 %i to i32
  %here = add i32 %base, %low
  %here.wide = sext i32 %here to i64
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %here.wide
  %own = load float, ptr addrspace(1) %p, align 4
  %less = add i32 %low, -1
  %ahead = add i32 %base, %less
  %ahead.wide = sext i32 %ahead to i64
  %q = getelementptr inbounds float, ptr addrspace(1) %a, i64 %ahead.wide
  %last = load float, ptr addrspace(1) %q, align 4
  %sum = fadd float %own, %last
  store float %sum, ptr addrspace(1) %p, align 4
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %loop, label %done.loopexit

done.loopexit:
  br label %done

done:
  ret void
}
