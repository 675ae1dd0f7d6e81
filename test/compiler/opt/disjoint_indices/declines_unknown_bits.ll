; RUN: wherry-opt -passes=disjoint-indices,verify %s | FileCheck %s
; x may have bits of the line's where its bound is too high, and where the condition does not hold.

; CHECK-LABEL: @wg.k(
; CHECK-NOT:   disjoint
; CHECK:       {{^[}]}}
define void @wg.k(ptr addrspace(1) %out, i64 %x, i64 %y) #0 {
entry:
  %narrow = trunc i64 %x to i32
  %inside = icmp ult i32 %narrow, 2049
  br i1 %inside, label %write, label %outside

write:
  %line = shl i64 %y, 11
  %both = or i64 %line, %x
  %index = and i64 %both, 4294967295
  %to = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float 0.0, ptr addrspace(1) %to
  br label %done

outside:
  %line.outside = shl i64 %y, 12
  %both.outside = or i64 %line.outside, %x
  %index.outside = and i64 %both.outside, 4294967295
  %to.outside = getelementptr float, ptr addrspace(1) %out, i64 %index.outside
  store float 0.0, ptr addrspace(1) %to.outside
  br label %done

done:
  ret void
}

attributes #0 = { "wherry-kernel"="k" }
