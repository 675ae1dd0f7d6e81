; RUN: wherry-opt -passes=disjoint-indices,verify %s | FileCheck %s
; Bits are set that a condition, on the index as it is in 32 bits, says are zeros: the same as a sum.

; CHECK-LABEL: @wg.zeros(
; CHECK:       or disjoint i64 %{{.*}}, 4
; CHECK:       or i64 %{{.*}}, 16
define void @wg.zeros(ptr addrspace(3) %out, i64 %x) #0 {
entry:
  %l = trunc i64 %x to i32
  %rest = and i32 %l, 7
  %each = icmp eq i32 %rest, 0
  %high = shl i64 %x, 32
  %wide = ashr exact i64 %high, 32
  br i1 %each, label %write, label %done

write:
  %set = or i64 %wide, 4
  %to = getelementptr i32, ptr addrspace(3) %out, i64 %set
  store i32 %l, ptr addrspace(3) %to
  %other = or i64 %wide, 16
  %also = getelementptr i32, ptr addrspace(3) %out, i64 %other
  store i32 %l, ptr addrspace(3) %also
  br label %done

done:
  ret void
}

; Outside of the branch nothing is known; a bit above those that the condition tells is not.
; CHECK-LABEL: @wg.unknown(
; CHECK:       or i64 %{{.*}}, 4
; CHECK:       or i64 %{{.*}}, -8
define void @wg.unknown(ptr addrspace(3) %out, i64 %x) #1 {
entry:
  %l = trunc i64 %x to i32
  %rest = and i32 %l, -5
  %each = icmp eq i32 %rest, 0
  %high = shl i64 %x, 32
  %wide = ashr exact i64 %high, 32
  %set = or i64 %wide, 4
  %to = getelementptr i32, ptr addrspace(3) %out, i64 %set
  store i32 %l, ptr addrspace(3) %to
  br i1 %each, label %write, label %done

write:
  %other = or i64 %wide, -8
  %also = getelementptr i32, ptr addrspace(3) %out, i64 %other
  store i32 %l, ptr addrspace(3) %also
  br label %done

done:
  ret void
}

attributes #0 = { "wherry-kernel"="zeros" "wherry-vectorise" }
attributes #1 = { "wherry-kernel"="unknown" "wherry-vectorise" }
