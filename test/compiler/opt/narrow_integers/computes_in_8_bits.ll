; RUN: wherry-opt -passes=narrow-integers,verify %s | FileCheck %s
; Values that all fit 8 bits are kept in 8: signed operations on what is never negative become unsigned ones.

; CHECK-LABEL: @wg.unsigned(
; CHECK-NOT:   i32
; CHECK:       %above = icmp ugt i8 %a.byte, %b.byte
; CHECK:       %[[LESS:.*]] = select i1 %above, i8 %b.byte, i8 %a.byte
; CHECK:       %[[MORE:.*]] = call i8 @llvm.umax.i8(i8 %a.byte, i8 %b.byte)
; CHECK:       %[[HALF:.*]] = lshr i8 %[[MORE]], 1
; CHECK:       %[[BOTH:.*]] = call i8 @llvm.umin.i8(i8 %[[HALF]], i8 %[[LESS]])
; CHECK:       %equal = icmp eq i8 %[[BOTH]], -1
; CHECK:       zext i8 %[[BOTH]] to i16
; CHECK-NOT:   i32
; CHECK:       ret void
define void @wg.unsigned(ptr addrspace(1) %a, ptr addrspace(1) %b) "wherry-kernel"="unsigned" "wherry-regions"="1" {
  %a.byte = load i8, ptr addrspace(1) %a
  %b.byte = load i8, ptr addrspace(1) %b
  %a.int = zext i8 %a.byte to i32
  %b.int = zext i8 %b.byte to i32
  %above = icmp sgt i32 %a.int, %b.int
  %less = select i1 %above, i32 %b.int, i32 %a.int
  %more = call i32 @llvm.smax.i32(i32 %a.int, i32 %b.int)
  %half = ashr i32 %more, 1
  %both = call i32 @llvm.smin.i32(i32 %half, i32 %less)
  %equal = icmp eq i32 %both, 255
  %short = trunc i32 %both to i16
  %store = select i1 %equal, i16 %short, i16 0
  store i16 %store, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @wg.signed(
; CHECK-NOT:   i32
; CHECK:       %above = icmp sgt i8 %a.byte, %b.byte
; CHECK:       %[[LESS:.*]] = select i1 %above, i8 %b.byte, i8 %a.byte
; CHECK:       %[[MORE:.*]] = call i8 @llvm.smax.i8(i8 %a.byte, i8 -3)
; CHECK:       %[[HALF:.*]] = ashr i8 %[[MORE]], 1
; CHECK:       %[[BOTH:.*]] = call i8 @llvm.umin.i8(i8 %[[HALF]], i8 %[[LESS]])
; CHECK:       store i8 %[[BOTH]]
define void @wg.signed(ptr addrspace(1) %a, ptr addrspace(1) %b) "wherry-kernel"="signed" "wherry-regions"="1" {
  %a.byte = load i8, ptr addrspace(1) %a
  %b.byte = load i8, ptr addrspace(1) %b
  %a.int = sext i8 %a.byte to i32
  %b.int = sext i8 %b.byte to i32
  %above = icmp sgt i32 %a.int, %b.int
  %less = select i1 %above, i32 %b.int, i32 %a.int
  %more = call i32 @llvm.smax.i32(i32 %a.int, i32 -3)
  %half = ashr i32 %more, 1
  %both = call i32 @llvm.umin.i32(i32 %half, i32 %less)
  %byte = trunc i32 %both to i8
  store i8 %byte, ptr addrspace(1) %a
  ret void
}

; 16 bits where one value of those that are joined, be it by a comparison, needs them; for products; for a shift by
; eight; and for a constant beyond 8 bits.
; CHECK-LABEL: @wg.sixteen(
; CHECK:       xor i16
; CHECK:       %[[SUM:.*]] = add i16
; CHECK:       call i16 @llvm.smax.i16
; CHECK:       icmp slt i16 %{{.*}}, %[[SUM]]
; CHECK:       mul i16
; CHECK:       ashr i16 %{{.*}}, 8
; CHECK:       icmp sgt i16 %{{.*}}, 300
; CHECK:       ret void
define void @wg.sixteen(ptr addrspace(1) %a, ptr addrspace(1) %b) "wherry-kernel"="sixteen" "wherry-regions"="1" {
  %a.byte = load i8, ptr addrspace(1) %a
  %b.byte = load i8, ptr addrspace(1) %b
  %a.int = zext i8 %a.byte to i32
  %b.int = zext i8 %b.byte to i32
  %sum.1 = add i32 %a.int, %b.int
  %sum.2 = add i32 %sum.1, %b.int
  %sum.3 = xor i32 %sum.2, 1
  %sum = add i32 %sum.3, %a.int
  %c = getelementptr i8, ptr addrspace(1) %a, i64 1
  %d = getelementptr i8, ptr addrspace(1) %a, i64 2
  %c.byte = load i8, ptr addrspace(1) %c
  %d.byte = load i8, ptr addrspace(1) %d
  %c.int = zext i8 %c.byte to i32
  %d.int = zext i8 %d.byte to i32
  %more = call i32 @llvm.smax.i32(i32 %c.int, i32 %d.int)
  %less = icmp slt i32 %more, %sum
  %least = call i32 @llvm.smin.i32(i32 %more, i32 %d.int)
  %other.1 = call i32 @llvm.smin.i32(i32 %least, i32 %c.int)
  %other = xor i32 %other.1, 1
  %e = getelementptr i8, ptr addrspace(1) %a, i64 3
  %e.byte = load i8, ptr addrspace(1) %e
  %e.int = zext i8 %e.byte to i32
  %e.bit = and i32 %e.int, 3
  %e.product = mul i32 %e.bit, %e.bit
  %e.shifted = ashr i32 %e.product, 8
  %e.more = xor i32 %e.shifted, %e.bit
  %f = getelementptr i8, ptr addrspace(1) %a, i64 4
  %f.byte = load i8, ptr addrspace(1) %f
  %f.int = zext i8 %f.byte to i32
  %f.1 = xor i32 %f.int, 1
  %f.2 = and i32 %f.1, 15
  %f.3 = or i32 %f.2, 2
  %f.4 = xor i32 %f.3, 5
  %above = icmp sgt i32 %f.4, 300
  %r.0 = trunc i32 %other to i8
  %r.1 = trunc i32 %e.more to i8
  %r.2 = trunc i32 %f.4 to i8
  %r.3 = select i1 %above, i8 %r.0, i8 %r.1
  %r.4 = select i1 %less, i8 %r.3, i8 %r.2
  store i8 %r.4, ptr addrspace(1) %a
  ret void
}

; A byte of more than 127 is negative, though the number that others need is not; numbers of one sign may be bytes of two.
; CHECK-LABEL: @wg.flags(
; CHECK:       %above = icmp ugt i8
; CHECK:       zext i8 %{{.*}} to i32
define void @wg.flags(ptr addrspace(1) %a, ptr addrspace(1) %b) "wherry-kernel"="flags" "wherry-regions"="1" {
  %a.byte = load i8, ptr addrspace(1) %a
  %b.byte = load i8, ptr addrspace(1) %b
  %a.int = zext i8 %a.byte to i32
  %b.int = zext i8 %b.byte to i32
  %less = call i32 @llvm.smin.i32(i32 %a.int, i32 %b.int)
  %more = call i32 @llvm.smax.i32(i32 %a.int, i32 %b.int)
  %both = xor i32 %less, %more
  %half = lshr i32 %both, 1
  %joined = or i32 %half, %less
  %other = xor i32 %joined, %more
  %above = icmp samesign ugt i32 %joined, 199
  %chosen = select i1 %above, i32 %other, i32 %joined
  store i32 %chosen, ptr addrspace(1) %a
  ret void
}
