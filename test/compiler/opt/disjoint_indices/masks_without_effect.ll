; RUN: wherry-opt -passes=disjoint-indices,verify %s | FileCheck %s
; Behind l < 8, LLVM writes the extension of l from 32 bits as l & 7 in 64 bits: a stride of 1 again.

; CHECK-LABEL: @wg.k(
; CHECK:       write:
; CHECK-NEXT:  %[[NARROW:.*]] = trunc i64 %x to i32
; CHECK-NEXT:  %[[WIDE:.*]] = zext i32 %[[NARROW]] to i64
; CHECK-NEXT:  getelementptr i32, ptr addrspace(3) %out, i64 %[[WIDE]]
; CHECK:       and i64 %x, 3
; CHECK:       done:
; CHECK-NEXT:  and i64 %x, 7
define void @wg.k(ptr addrspace(3) %out, i64 %x) #0 {
entry:
  %l = trunc i64 %x to i32
  %below = icmp ult i32 %l, 8
  br i1 %below, label %write, label %done

write:
  %index = and i64 %x, 7
  %to = getelementptr i32, ptr addrspace(3) %out, i64 %index
  store i32 1, ptr addrspace(3) %to
  %low = and i64 %x, 3
  %also = getelementptr i32, ptr addrspace(3) %out, i64 %low
  store i32 2, ptr addrspace(3) %also
  br label %done

done:
  %any = and i64 %x, 7
  %last = getelementptr i32, ptr addrspace(3) %out, i64 %any
  store i32 3, ptr addrspace(3) %last
  ret void
}

attributes #0 = { "wherry-kernel"="k" "wherry-vectorise" }
