; RUN: wherry-opt -passes=lower-races %s | FileCheck %s
; An access of 4 or 8 aligned bytes looks at its words itself. A read goes on where the work-item was the last one, by no
; atomic (2), or many read; a word of an earlier epoch or, in global memory, launch is replaced; else the host is asked.
; A load of an argument's buffer that nothing of the launch writes does not look.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.local(
; CHECK:         %[[WORD:.*]] = load atomic i64, ptr %[[PLACE:.*]] monotonic, align 8
; CHECK:         %[[NOW:.*]] = or i64 %access, %
; CHECK:         %[[APART:.*]] = xor i64 %[[WORD]], %[[NOW]]
; CHECK:         icmp ult i64 %[[APART]], 131072
; CHECK:         icmp ult i64 %[[APART]], 536870912
; CHECK:         %[[ATOMIC:.*]] = and i64 %[[WORD]], 2
; CHECK:         icmp eq i64 %[[ATOMIC]], 0
; CHECK:         br i1 %{{.*}}, label %[[NEXT:.*]], label %[[OTHER:.*]]
; CHECK:       [[OTHER]]:
; CHECK:         br i1 %{{.*}}, label %[[ASK:.*]], label %[[FRESH:.*]]
; CHECK:       [[FRESH]]:
; CHECK-NEXT:    store atomic i64 %[[NOW]], ptr %[[PLACE]] monotonic, align 8
; CHECK-NEXT:    br label %[[NEXT]]
; CHECK:       [[NEXT]]:
; CHECK-NEXT:    ret void
define void @wg.local(ptr %args, ptr %context, ptr %at, i64 %access) "wherry-kernel"="local" "wherry-regions"="1" !wherry.args !0 {
entry:
  call void @__wherry_race_access(ptr %at, i64 %access, i64 844424930131972, i64 0, i32 64, i32 4, i32 0)
  ret void
}

; A word of global memory has half the bits, and is of this epoch within a range; the host has given a name to the line.
; CHECK-LABEL: define void @wg.global(
; CHECK:         and i64 %race.field, 4
; CHECK:         br i1 %
; CHECK:         icmp eq ptr %{{.*}}, null
; CHECK:         %[[WORD:.*]] = load atomic i32, ptr %[[PLACE:.*]] monotonic, align 4
; CHECK:         %[[NOW:.*]] = trunc i64 %{{.*}} to i32
; CHECK:         %[[FROM:.*]] = sub i32 %[[WORD]], %{{.*}}
; CHECK:         icmp ult i32 %[[FROM]], %{{.*}}
; CHECK:         xor i32 %[[WORD]], %[[NOW]]
; CHECK:       race.other:
; CHECK:         icmp ult i32 %[[WORD]], %{{.*}}
; CHECK-NEXT:    br i1 %{{.*}}, label %race.named, label %race.ask
; CHECK:       race.named:
; CHECK:         %[[FIRST:.*]] = load i32, ptr %{{.*}}, align 4
; CHECK:         br i1 %{{.*}}, label %race.fresh, label %race.ask
; CHECK:       race.fresh:
; CHECK-NEXT:    %[[STORED:.*]] = or i32 %[[FIRST]], %[[NOW]]
; CHECK-NEXT:    store atomic i32 %[[STORED]], ptr %[[PLACE]] monotonic, align 4
; CHECK:         load atomic i32
; CHECK-NOT:     load atomic
; CHECK:         ret void
define void @wg.global(ptr %args, ptr %context, ptr %at, i64 %access) "wherry-kernel"="global" "wherry-regions"="1" !wherry.args !0 {
entry:
  call void @__wherry_race_access(ptr %at, i64 %access, i64 281474976710664, i64 0, i32 2, i32 8, i32 0)
  ret void
}

declare void @__wherry_race_access(ptr, i64, i64, i64, i32, i32, i32)

!0 = !{}
