; RUN: wherry-opt -passes=move-texels,verify %s | FileCheck %s
; What is read only to be written is moved as it is, if both images have the same common format; else read and
; written.

; CHECK-LABEL: define void @wg.row(
; CHECK-NEXT:  [[MOVED:%.*]] = call x86_regcallcc i1 @__wherry_image_move_fetch_row_near(ptr %from, i64 18, i32 2, i32 %x, i32 %y, i32 0, ptr %to, i32 2, i32 %x, i32 %y, i32 0)
; CHECK-NEXT:  [[NOT:%.*]] = xor i1 [[MOVED]], true
; CHECK-NEXT:  br i1 [[NOT]], label %[[OTHERWISE:.*]], label %[[DONE:.*]]
; CHECK:       [[OTHERWISE]]:
; CHECK-NEXT:  %a = call x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_row_near(ptr %from, i64 18, i32 2, i32 %x, i32 %y, i32 0)
; CHECK-COUNT-4: extractvalue
; CHECK-NEXT:  call x86_regcallcc void @__wherry_image_store_float_row_near(ptr %to, i64 0, i32 2, i32 %x, i32 %y, i32 0, <16 x float> %a0, <16 x float> %a1, <16 x float> %a2, <16 x float> %a3)
; CHECK-NEXT:  br label %[[DONE]]
; CHECK:       [[DONE]]:
; CHECK-NEXT:  ret void
define void @wg.row(ptr %from, ptr %to, i32 %x, i32 %y) "wherry-kernel"="kernel" "wherry-regions"="1" {
  %a = call x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_row_near(ptr %from, i64 18, i32 2, i32 %x, i32 %y, i32 0)
  %a0 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 0
  %a1 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 1
  %a2 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 2
  %a3 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 3
  call x86_regcallcc void @__wherry_image_store_float_row_near(ptr %to, i64 0, i32 2, i32 %x, i32 %y, i32 0, <16 x float> %a0, <16 x float> %a1, <16 x float> %a2, <16 x float> %a3)
  ret void
}

; Of other coordinates: its arguments are passed on. Members that go through structures are the same.
; CHECK-LABEL: define void @wg.lanes(
; CHECK-NEXT:  call x86_regcallcc i1 @__wherry_image_move_sample_lanes_near(ptr %from, i64 18, i32 2, <16 x float> %u, <16 x float> %v, <16 x float> zeroinitializer, <16 x float> zeroinitializer, ptr %to, i32 2, i32 %x, i32 %y, i32 0)
define void @wg.lanes(ptr %from, ptr %to, i32 %x, i32 %y, <16 x float> %u, <16 x float> %v) "wherry-kernel"="lanes" "wherry-regions"="1" {
  %a = call x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_sample_float_lanes_near(ptr %from, i64 18, i32 2, <16 x float> %u, <16 x float> %v, <16 x float> zeroinitializer, <16 x float> zeroinitializer)
  %a0 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 0
  %a1 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 1
  %a2 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 2
  %a3 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 3
  %s0 = insertvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } poison, <16 x float> %a0, 0
  %s1 = insertvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %s0, <16 x float> %a1, 1
  %s2 = insertvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %s1, <16 x float> %a2, 2
  %b = insertvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %s2, <16 x float> %a3, 3
  %b0 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %b, 0
  %b1 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %b, 1
  %b2 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %b, 2
  %b3 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %b, 3
  call x86_regcallcc void @__wherry_image_store_float_row_near(ptr %to, i64 0, i32 2, i32 %x, i32 %y, i32 0, <16 x float> %b0, <16 x float> %b1, <16 x float> %b2, <16 x float> %b3)
  ret void
}

; Two vectors, which were one in between.
; CHECK-LABEL: define void @wg.pair(
; CHECK-NEXT:  call x86_regcallcc i1 @__wherry_image_move_fetch_pair_near(ptr %from, i64 18, i32 2, i32 %x, i32 %y, i32 0, ptr %to, i32 2, i32 %x, i32 %y, i32 0)
define void @wg.pair(ptr %from, ptr %to, i32 %x, i32 %y) "wherry-kernel"="pair" "wherry-regions"="1" {
  %a = call x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_pair_near(ptr %from, i64 18, i32 2, i32 %x, i32 %y, i32 0)
  %a0 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 0
  %a1 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 1
  %a2 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 2
  %a3 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 3
  %a4 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 4
  %a5 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 5
  %a6 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 6
  %a7 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 7
  %w0 = shufflevector <16 x float> %a0, <16 x float> %a4, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %w1 = shufflevector <16 x float> %a1, <16 x float> %a5, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %w2 = shufflevector <16 x float> %a2, <16 x float> %a6, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %w3 = shufflevector <16 x float> %a3, <16 x float> %a7, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %l0 = shufflevector <32 x float> %w0, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %h0 = shufflevector <32 x float> %w0, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %l1 = shufflevector <32 x float> %w1, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %h1 = shufflevector <32 x float> %w1, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %l2 = shufflevector <32 x float> %w2, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %h2 = shufflevector <32 x float> %w2, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %l3 = shufflevector <32 x float> %w3, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %h3 = shufflevector <32 x float> %w3, <32 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  call x86_regcallcc void @__wherry_image_store_float_pair_near(ptr %to, i64 0, i32 2, i32 %x, i32 %y, i32 0, <16 x float> %l0, <16 x float> %l1, <16 x float> %l2, <16 x float> %l3, <16 x float> %h0, <16 x float> %h1, <16 x float> %h2, <16 x float> %h3)
  ret void
}

declare x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_row_near(ptr, i64, i32, i32, i32, i32) memory(read)
declare x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_pair_near(ptr, i64, i32, i32, i32, i32) memory(read)
declare x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_sample_float_lanes_near(ptr, i64, i32, <16 x float>, <16 x float>, <16 x float>, <16 x float>) memory(read)
declare x86_regcallcc void @__wherry_image_store_float_row_near(ptr, i64, i32, i32, i32, i32, <16 x float>, <16 x float>, <16 x float>, <16 x float>)
declare x86_regcallcc void @__wherry_image_store_float_pair_near(ptr, i64, i32, i32, i32, i32, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>, <16 x float>)
