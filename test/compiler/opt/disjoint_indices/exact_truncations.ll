; RUN: wherry-opt -passes=disjoint-indices,verify %s | FileCheck %s
; An index that a loop counts in 64 bits, cut to 32 bits without losing any, and extended again as a part of a sum: the
; sum is one of 64 bits.

; CHECK-LABEL: @wg.exact(
; CHECK:       %[[ROW:.*]] = zext i32 %row to i64
; CHECK:       %[[SUM:.*]] = add nuw nsw i64 %j, %[[ROW]]
; CHECK:       getelementptr i8, ptr addrspace(1) %a, i64 %[[SUM]]
; CHECK:       %[[ROW:.*]] = sext i32 %row to i64
; CHECK:       %[[SUM:.*]] = add nsw i64 %j, %[[ROW]]
; CHECK:       getelementptr i8, ptr addrspace(1) %a, i64 %[[SUM]]
define void @wg.exact(ptr addrspace(1) %a, i32 %row, i64 %j) #0 {
entry:
  %low = trunc nuw i64 %j to i32
  %joined = or disjoint i32 %row, %low
  %index = zext i32 %joined to i64
  %from = getelementptr i8, ptr addrspace(1) %a, i64 %index
  %value = load i8, ptr addrspace(1) %from
  %signed = trunc nsw i64 %j to i32
  %sum = add nsw i32 %row, %signed
  %other = sext i32 %sum to i64
  %to = getelementptr i8, ptr addrspace(1) %a, i64 %other
  store i8 %value, ptr addrspace(1) %to
  ret void
}

; Bits that are lost, a sum that may wrap around, and extensions of the other kind count.
; CHECK-LABEL: @wg.loses(
; CHECK-COUNT-5: ext i32 %{{(joined|sum|signed|differs|unknown)}} to i64
define void @wg.loses(ptr addrspace(1) %a, i32 %row, i64 %j) #1 {
entry:
  %low = trunc nsw i64 %j to i32
  %exact = trunc nuw i64 %j to i32
  %joined = or disjoint i32 %row, %low
  %0 = zext i32 %joined to i64
  %sum = add i32 %row, %exact
  %1 = zext i32 %sum to i64
  %signed = add nsw i32 %row, %exact
  %2 = sext i32 %signed to i64
  %differs = add nsw i32 %row, %low
  %3 = zext i32 %differs to i64
  %unknown = or disjoint i32 %row, %low
  %4 = sext i32 %unknown to i64
  %5 = add i64 %0, %1
  %6 = add i64 %5, %2
  %7 = add i64 %6, %3
  %8 = add i64 %7, %4
  store i64 %8, ptr addrspace(1) %a
  ret void
}

attributes #0 = { "wherry-kernel"="exact" "wherry-vectorise" }
attributes #1 = { "wherry-kernel"="loses" "wherry-vectorise" }
