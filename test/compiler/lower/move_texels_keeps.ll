; RUN: wherry-opt -passes=move-texels,verify %s | FileCheck %s
; Calls without code inline stay as they are, and what stands between a read and its store stays before both.

; CHECK-LABEL: define void @wg.calls(
; CHECK-NOT:   _move_
; CHECK:       ret void
define void @wg.calls(ptr %from, ptr %to, i32 %x, i32 %y) "wherry-kernel"="calls" "wherry-regions"="1" {
  %a = call x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_row(ptr %from, i64 18, i32 2, i32 %x, i32 %y, i32 0)
  %a0 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 0
  %a1 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 1
  %a2 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 2
  %a3 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 3
  call x86_regcallcc void @__wherry_image_store_float_row(ptr %to, i64 0, i32 2, i32 %x, i32 %y, i32 0, <16 x float> %a0, <16 x float> %a1, <16 x float> %a2, <16 x float> %a3)
  ret void
}

; In code that is not reached, a vector may be a part of itself.
; CHECK-LABEL: define void @wg.unreachable(
; CHECK-NOT:   _move_
define void @wg.unreachable(ptr %to, i32 %x, i32 %y, <16 x float> %b) "wherry-kernel"="unreachable" "wherry-regions"="1" {
  ret void
never:
  %w = shufflevector <16 x float> %p, <16 x float> %b, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %p = shufflevector <32 x float> %w, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  call x86_regcallcc void @__wherry_image_store_float_row_near(ptr %to, i64 0, i32 2, i32 %x, i32 %y, i32 0, <16 x float> %p, <16 x float> %b, <16 x float> %b, <16 x float> %b)
  br label %never
}

; CHECK-LABEL: define void @wg.between(
; CHECK-NEXT:  %v = load i32, ptr %at
; CHECK-NEXT:  %y = add i32 %v, 1
; CHECK-NEXT:  call x86_regcallcc i1 @__wherry_image_move_fetch_row_near(ptr %from, i64 18, i32 2, i32 %x, i32 0, i32 0, ptr %to, i32 2, i32 %x, i32 %y, i32 0)
; CHECK:       store i32 %v, ptr %at
; CHECK-NEXT:  ret void
define void @wg.between(ptr %from, ptr %to, i32 %x, ptr %at) "wherry-kernel"="between" "wherry-regions"="1" {
  %a = call x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_row_near(ptr %from, i64 18, i32 2, i32 %x, i32 0, i32 0)
  %a0 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 0
  %a1 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 1
  %a2 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 2
  %a3 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 3
  %v = load i32, ptr %at
  %y = add i32 %v, 1
  call x86_regcallcc void @__wherry_image_store_float_row_near(ptr %to, i64 0, i32 2, i32 %x, i32 %y, i32 0, <16 x float> %a0, <16 x float> %a1, <16 x float> %a2, <16 x float> %a3)
  store i32 %v, ptr %at
  ret void
}
declare x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_row_near(ptr, i64, i32, i32, i32, i32) memory(read)
declare x86_regcallcc void @__wherry_image_store_float_row_near(ptr, i64, i32, i32, i32, i32, <16 x float>, <16 x float>, <16 x float>, <16 x float>)
declare x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_row(ptr, i64, i32, i32, i32, i32) memory(read)
declare x86_regcallcc void @__wherry_image_store_float_row(ptr, i64, i32, i32, i32, i32, <16 x float>, <16 x float>, <16 x float>, <16 x float>)
