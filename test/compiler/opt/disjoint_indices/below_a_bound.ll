; RUN: wherry-opt -passes=disjoint-indices,verify %s | FileCheck %s
; Behind a condition that x lies from 1 to 2046, y * 2048 + x has disjoint operands in its 32 bits.

; CHECK-LABEL: @wg.k(
; CHECK:       %[[HIGH:.*]] = trunc i64 %line to i32
; CHECK:       %[[LOW:.*]] = trunc i64 %x to i32
; CHECK:       %[[BOTH:.*]] = or disjoint i32 %[[HIGH]], %[[LOW]]
; CHECK:       %[[INDEX:.*]] = zext i32 %[[BOTH]] to i64
; CHECK:       getelementptr float, ptr addrspace(1) %out, i64 %[[INDEX]]
define void @wg.k(ptr addrspace(1) %out, i64 %x, i64 %y) #0 {
entry:
  %narrow = trunc i64 %x to i32
  %before = add i32 %narrow, -1
  %inside = icmp ult i32 %before, 2046
  br i1 %inside, label %write, label %done

write:
  %line = shl i64 %y, 11
  %both = or i64 %line, %x
  %index = and i64 %both, 4294967295
  %to = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float 0.0, ptr addrspace(1) %to
  br label %done

done:
  ret void
}

attributes #0 = { "wherry-kernel"="k" }
