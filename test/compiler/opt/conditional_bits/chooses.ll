; RUN: wherry-opt -passes='function(conditional-bits),verify' %s | FileCheck %s

; CHECK-LABEL: @set(
; CHECK:       %[[BIT:.*]] = shl i32 1, %i
; CHECK-NEXT:  %[[WITH:.*]] = or i32 %bits, %[[BIT]]
; CHECK-NEXT:  %[[CHOSEN:.*]] = select i1 %c, i32 %[[WITH]], i32 %bits
; CHECK-NEXT:  ret i32 %[[CHOSEN]]
define i32 @set(i32 %bits, i1 %c, i32 %i) {
  %number = zext i1 %c to i32
  %bit = shl nuw i32 %number, %i
  %all = or disjoint i32 %bits, %bit
  ret i32 %all
}

; CHECK-LABEL: @vectors(
; CHECK:       %[[BIT:.*]] = shl <4 x i8> splat (i8 1), %i
; CHECK:       select <4 x i1> %c, <4 x i8> %{{.*}}, <4 x i8> %bits
define <4 x i8> @vectors(<4 x i8> %bits, <4 x i1> %c, <4 x i8> %i) {
  %number = zext <4 x i1> %c to <4 x i8>
  %bit = shl <4 x i8> %number, %i
  %all = or <4 x i8> %bit, %bits
  ret <4 x i8> %all
}
