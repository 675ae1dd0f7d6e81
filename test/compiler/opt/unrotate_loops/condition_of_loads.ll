; RUN: wherry-opt -passes=unrotate-loops,verify %s | FileCheck %s
; `while (table[h] != key && table[h]) h = h + 1 & mask;`: the guard loads the first entry, the end of each iteration the
; next one. The header loads both, from a place that goes on, and what the code behind the loop reads is what the header
; has loaded last.

; CHECK-LABEL: @wg.probe(
; CHECK:       loop:
; CHECK-NEXT:    %h = phi i32 [ %first, %before ], [ %next, %[[BODY:.*]] ]
; CHECK-NEXT:    %[[WIDE:.*]] = zext i32 %h to i64
; CHECK-NEXT:    %[[AT:.*]] = getelementptr i32, ptr addrspace(1) %table, i64 %[[WIDE]]
; CHECK-NEXT:    %[[ENTRY:.*]] = load i32, ptr addrspace(1) %[[AT]], align 2
; CHECK-NEXT:    %[[OTHER:.*]] = icmp ne i32 %[[ENTRY]], %key
; CHECK-NEXT:    %[[SOME:.*]] = icmp ne i32 %[[ENTRY]], 0
; CHECK-NEXT:    %[[MORE:.*]] = and i1 %[[OTHER]], %[[SOME]]
; CHECK-NEXT:    br i1 %[[MORE]], label %[[BODY]], label %left
; CHECK:       [[BODY]]:
; CHECK-NOT:     load
; CHECK:         br label %loop
; CHECK:       left:
; CHECK-NEXT:    %[[LAST:.*]] = phi i32 [ %[[ENTRY]], %loop ]
; CHECK:       done:
; CHECK-NEXT:    ret i32 %[[LAST]]
define i32 @wg.probe(ptr addrspace(1) %table, i32 %key, i32 %first, i32 %mask) #0 {
entry:
  %first.wide = zext i32 %first to i64
  %first.at = getelementptr inbounds i32, ptr addrspace(1) %table, i64 %first.wide
  %first.entry = load i32, ptr addrspace(1) %first.at, align 4
  %first.other = icmp ne i32 %first.entry, %key
  %first.some = icmp ne i32 %first.entry, 0
  %first.more = and i1 %first.other, %first.some
  br i1 %first.more, label %before, label %done

before:
  br label %loop

loop:
  %h = phi i32 [ %first, %before ], [ %next, %loop ]
  %sum = add i32 %h, 1
  %next = and i32 %sum, %mask
  %wide = zext nneg i32 %next to i64
  %at = getelementptr i32, ptr addrspace(1) %table, i64 %wide
  %entry.here = load i32, ptr addrspace(1) %at, align 2
  %other = icmp ne i32 %entry.here, %key
  %some = icmp ne i32 %entry.here, 0
  %more = and i1 %other, %some
  br i1 %more, label %loop, label %left

left:
  %last = phi i32 [ %entry.here, %loop ]
  br label %done

done:
  %result = phi i32 [ %first.entry, %entry ], [ %last, %left ]
  ret i32 %result
}

; A loop over the grid whose end is a mask: the counter of 32 bits is the low half of the number that is compared.
; CHECK-LABEL: @wg.grid(
; CHECK:       loop:
; CHECK-NEXT:    %[[WIDE:.*]] = phi i64 [ %id, %before ], [ %sum, %{{.*}} ]
; CHECK-NEXT:    %[[LOW:.*]] = trunc i64 %[[WIDE]] to i32
; CHECK-NOT:     phi i32
; CHECK:         and i64 %[[WIDE]], 4294443008
define void @wg.grid(ptr addrspace(1) %out, i64 %id, i64 %size) #0 {
entry:
  %high = and i64 %id, 4294443008
  %inside = icmp eq i64 %high, 0
  br i1 %inside, label %before, label %done

before:
  %low = trunc i64 %id to i32
  br label %loop

loop:
  %i = phi i32 [ %low, %before ], [ %next, %loop ]
  %wide = zext i32 %i to i64
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 1, ptr addrspace(1) %at, align 4
  %sum = add i64 %size, %wide
  %next = trunc i64 %sum to i32
  %high.next = and i64 %sum, 4294443008
  %inside.next = icmp eq i64 %high.next, 0
  br i1 %inside.next, label %loop, label %left

left:
  br label %done

done:
  ret void
}

; The loop writes behind its load: an entry of the next iteration may be another one.
; CHECK-LABEL: @wg.writes(
; CHECK:         br i1 %more, label %loop, label %left
define void @wg.writes(ptr addrspace(1) %table, i32 %key, i64 %first) #0 {
entry:
  %first.at = getelementptr i32, ptr addrspace(1) %table, i64 %first
  %first.entry = load i32, ptr addrspace(1) %first.at, align 4
  %first.more = icmp ne i32 %first.entry, %key
  br i1 %first.more, label %before, label %done

before:
  br label %loop

loop:
  %h = phi i64 [ %first, %before ], [ %next, %loop ]
  %next = add i64 %h, 1
  %at = getelementptr i32, ptr addrspace(1) %table, i64 %next
  %entry.here = load i32, ptr addrspace(1) %at, align 4
  store i32 %key, ptr addrspace(1) %at, align 4
  %more = icmp ne i32 %entry.here, %key
  br i1 %more, label %loop, label %left

left:
  br label %done

done:
  ret void
}

; A volatile load stays where the author wrote it, and an entry that the iteration itself reads.
; CHECK-LABEL: @wg.volatile(
; CHECK:         br i1 %more, label %loop, label %left
define void @wg.volatile(ptr addrspace(1) %flag, i32 %key) #0 {
entry:
  %first.entry = load volatile i32, ptr addrspace(1) %flag, align 4
  %first.more = icmp ne i32 %first.entry, %key
  br i1 %first.more, label %before, label %done

before:
  br label %loop

loop:
  %entry.here = load volatile i32, ptr addrspace(1) %flag, align 4
  %more = icmp ne i32 %entry.here, %key
  br i1 %more, label %loop, label %left

left:
  br label %done

done:
  ret void
}

; CHECK-LABEL: @wg.reads(
; CHECK:         br i1 %more, label %loop, label %left
define void @wg.reads(ptr addrspace(1) %table, ptr addrspace(1) %out, i32 %key, i64 %first) #0 {
entry:
  %first.at = getelementptr i32, ptr addrspace(1) %table, i64 %first
  %first.entry = load i32, ptr addrspace(1) %first.at, align 4
  %first.more = icmp ne i32 %first.entry, %key
  br i1 %first.more, label %before, label %done

before:
  br label %loop

loop:
  %h = phi i64 [ %first, %before ], [ %next, %loop ]
  %sum = phi i32 [ 0, %before ], [ %sum.next, %loop ]
  %next = add i64 %h, 1
  %at = getelementptr i32, ptr addrspace(1) %table, i64 %next
  %entry.here = load i32, ptr addrspace(1) %at, align 4
  %sum.next = add i32 %sum, %entry.here
  %more = icmp ne i32 %entry.here, %key
  br i1 %more, label %loop, label %left

left:
  %last = phi i32 [ %sum.next, %loop ]
  store i32 %last, ptr addrspace(1) %out, align 4
  br label %done

done:
  ret void
}

; One value of the latch takes the place of two of the guard: their sum goes on.
; CHECK-LABEL: @wg.two.of.one(
; CHECK:         %[[SUM:.*]] = phi i32 [ %first.sum, %before ], [ %sum, %{{.*}} ]
; CHECK:         icmp ne i32 %[[SUM]], 0
define void @wg.two.of.one(ptr addrspace(1) %out, i32 %a, i32 %b, i32 %mask) #0 {
entry:
  %c = xor i32 %a, %mask
  %d = xor i32 %b, %mask
  %first.sum = add i32 %c, %d
  %first.more = icmp ne i32 %first.sum, 0
  br i1 %first.more, label %before, label %done

before:
  br label %loop

loop:
  %i = phi i32 [ %a, %before ], [ %next, %loop ]
  %there = sext i32 %i to i64
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %there
  store i32 1, ptr addrspace(1) %at, align 4
  %half = lshr i32 %i, 1
  %next = and i32 %half, %mask
  %sum = add i32 %next, %next
  %more = icmp ne i32 %sum, 0
  br i1 %more, label %loop, label %left

left:
  br label %done

done:
  ret void
}

attributes #0 = { "wherry-kernel"="probe" }
