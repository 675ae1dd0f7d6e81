; RUN: wherry-opt -passes=split-vectors %s | FileCheck %s
; Vectors of 8 and 16 bits that are 32 bits together are loaded and stored as one number, longer ones of bytes as several.

; CHECK-LABEL: @pixel(
; CHECK:       %[[ALL:.*]] = load i32, ptr addrspace(1) %from, align 1
; CHECK:       lshr i32 %[[ALL]], 8
; CHECK:       store i32 %{{.*}}, ptr addrspace(1) %to, align 4
; CHECK-NOT:   <4 x i8>, ptr
define void @pixel(ptr addrspace(1) %from, ptr addrspace(1) %to) {
  %pixel = load <4 x i8>, ptr addrspace(1) %from, align 1
  %twice = add <4 x i8> %pixel, %pixel
  store <4 x i8> %twice, ptr addrspace(1) %to, align 4
  ret void
}

; CHECK-LABEL: @halves(
; CHECK:       load i32, ptr addrspace(3) %from, align 4
; CHECK:       store i32 %{{.*}}, ptr addrspace(3) %to, align 4
define void @halves(ptr addrspace(3) %from, ptr addrspace(3) %to) {
  %pair = load <2 x half>, ptr addrspace(3) %from, align 4
  %twice = fadd <2 x half> %pair, %pair
  store <2 x half> %twice, ptr addrspace(3) %to, align 4
  ret void
}

; CHECK-LABEL: @four_pixels(
; CHECK:       %[[FOUR:.*]] = load <4 x i32>, ptr addrspace(1) %from, align 16
; CHECK:       extractelement <4 x i32> %[[FOUR]], i64 3
; CHECK:       store <2 x i32> %{{.*}}, ptr addrspace(1) %to, align 8
define void @four_pixels(ptr addrspace(1) %from, ptr addrspace(1) %to) {
  %pixels = load <16 x i8>, ptr addrspace(1) %from, align 16
  %some = shufflevector <16 x i8> %pixels, <16 x i8> poison, <8 x i32> <i32 0, i32 1, i32 4, i32 5, i32 8, i32 9, i32 12, i32 13>
  store <8 x i8> %some, ptr addrspace(1) %to, align 8
  ret void
}

; Private variables are interleaved by element; longer vectors of 16 bits and shorter ones stay, volatile ones are split.
; CHECK-LABEL: @kept(
; CHECK:       load <4 x i8>, ptr %private
; CHECK:       store <4 x i8> %{{.*}}, ptr %private
; CHECK:       load <8 x i16>, ptr addrspace(1) %place
; CHECK:       load <3 x i8>, ptr addrspace(1) %place
; CHECK:       load <2 x i8>, ptr addrspace(1) %place
; CHECK-COUNT-4: load volatile i8
define void @kept(ptr %private, ptr addrspace(1) %place) {
  %pixel = load <4 x i8>, ptr %private
  %more = add <4 x i8> %pixel, %pixel
  store <4 x i8> %more, ptr %private
  %long = load <8 x i16>, ptr addrspace(1) %place
  %three = load <3 x i8>, ptr addrspace(1) %place
  %short = load <2 x i8>, ptr addrspace(1) %place
  %now = load volatile <4 x i8>, ptr addrspace(1) %place
  store <8 x i16> %long, ptr addrspace(1) %place
  store <3 x i8> %three, ptr addrspace(1) %place
  store <2 x i8> %short, ptr addrspace(1) %place
  store volatile <4 x i8> %now, ptr addrspace(1) %place
  ret void
}
