; RUN: wherry-opt -passes=move-texels,verify %s | FileCheck %s
; Nothing is moved where a texel has another use, is not written as it was read, where memory may change between the read
; and the store, or where the read is part of another block; nor texels of integers, whose bits are only extended.

; CHECK-NOT: _move_
define void @wg.used(ptr %from, ptr %to, i32 %x, i32 %y, ptr %out) "wherry-kernel"="kernel" "wherry-regions"="1" {
  %a = call x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_row_near(ptr %from, i64 18, i32 2, i32 %x, i32 %y, i32 0)
  %a0 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 0
  %a1 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 1
  %a2 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 2
  %a3 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 3
  store <16 x float> %a2, ptr %out
  call x86_regcallcc void @__wherry_image_store_float_row_near(ptr %to, i64 0, i32 2, i32 %x, i32 %y, i32 0, <16 x float> %a0, <16 x float> %a1, <16 x float> %a2, <16 x float> %a3)
  ret void
}

define void @wg.used_behind(ptr %from, ptr %to, i32 %x, i32 %y, ptr %out) "wherry-kernel"="used_behind" "wherry-regions"="1" {
  %a = call x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_row_near(ptr %from, i64 18, i32 2, i32 %x, i32 %y, i32 0)
  %a0 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 0
  %a1 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 1
  %a2 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 2
  %a3 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 3
  call x86_regcallcc void @__wherry_image_store_float_row_near(ptr %to, i64 0, i32 2, i32 %x, i32 %y, i32 0, <16 x float> %a0, <16 x float> %a1, <16 x float> %a2, <16 x float> %a3)
  store <16 x float> %a3, ptr %out
  ret void
}

define void @wg.turned(ptr %from, ptr %to, i32 %x, i32 %y) "wherry-kernel"="turned" "wherry-regions"="1" {
  %a = call x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_row_near(ptr %from, i64 18, i32 2, i32 %x, i32 %y, i32 0)
  %a0 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 0
  %a1 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 1
  %a2 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 2
  %a3 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 3
  call x86_regcallcc void @__wherry_image_store_float_row_near(ptr %to, i64 0, i32 2, i32 %x, i32 %y, i32 0, <16 x float> %a2, <16 x float> %a1, <16 x float> %a0, <16 x float> %a3)
  ret void
}

define void @wg.opaque(ptr %from, ptr %to, i32 %x, i32 %y) "wherry-kernel"="opaque" "wherry-regions"="1" {
  %a = call x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_row_near(ptr %from, i64 18, i32 2, i32 %x, i32 %y, i32 0)
  %a0 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 0
  %a1 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 1
  %a2 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 2
  %a3 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 3
  call x86_regcallcc void @__wherry_image_store_float_row_near(ptr %to, i64 0, i32 2, i32 %x, i32 %y, i32 0, <16 x float> %a0, <16 x float> %a1, <16 x float> %a2, <16 x float> splat (float 1.0))
  ret void
}

define void @wg.reversed(ptr %from, ptr %to, i32 %x, i32 %y) "wherry-kernel"="reversed" "wherry-regions"="1" {
  %a = call x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_row_near(ptr %from, i64 18, i32 2, i32 %x, i32 %y, i32 0)
  %a0 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 0
  %a1 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 1
  %a2 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 2
  %a3 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 3
  %r = shufflevector <16 x float> %a3, <16 x float> poison, <16 x i32> <i32 15, i32 14, i32 13, i32 12, i32 11, i32 10, i32 9, i32 8, i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  call x86_regcallcc void @__wherry_image_store_float_row_near(ptr %to, i64 0, i32 2, i32 %x, i32 %y, i32 0, <16 x float> %a0, <16 x float> %a1, <16 x float> %a2, <16 x float> %r)
  ret void
}

define void @wg.mixed(ptr %from, ptr %to, i32 %x, i32 %y) "wherry-kernel"="mixed" "wherry-regions"="1" {
  %a = call x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_row_near(ptr %from, i64 18, i32 2, i32 %x, i32 %y, i32 0)
  %b = call x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_row_near(ptr %to, i64 18, i32 2, i32 %x, i32 %y, i32 0)
  %a0 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 0
  %a1 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 1
  %a2 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 2
  %a3 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 3
  %b0 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %b, 0
  %b1 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %b, 1
  %b2 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %b, 2
  %b3 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %b, 3
  call x86_regcallcc void @__wherry_image_store_float_row_near(ptr %to, i64 0, i32 2, i32 %x, i32 %y, i32 0, <16 x float> %a0, <16 x float> %a1, <16 x float> %a2, <16 x float> %b3)
  ret void
}

define void @wg.written_between(ptr %from, ptr %to, i32 %x, i32 %y, ptr %out) "wherry-kernel"="written_between" "wherry-regions"="1" {
  %a = call x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_row_near(ptr %from, i64 18, i32 2, i32 %x, i32 %y, i32 0)
  %a0 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 0
  %a1 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 1
  %a2 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 2
  %a3 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 3
  store i32 %x, ptr %out
  call x86_regcallcc void @__wherry_image_store_float_row_near(ptr %to, i64 0, i32 2, i32 %x, i32 %y, i32 0, <16 x float> %a0, <16 x float> %a1, <16 x float> %a2, <16 x float> %a3)
  ret void
}

define void @wg.apart(ptr %from, ptr %to, i32 %x, i32 %y, i1 %c) "wherry-kernel"="apart" "wherry-regions"="1" {
  %a = call x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_row_near(ptr %from, i64 18, i32 2, i32 %x, i32 %y, i32 0)
  %a0 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 0
  %a1 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 1
  %a2 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 2
  %a3 = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %a, 3
  br i1 %c, label %then, label %done
then:
  call x86_regcallcc void @__wherry_image_store_float_row_near(ptr %to, i64 0, i32 2, i32 %x, i32 %y, i32 0, <16 x float> %a0, <16 x float> %a1, <16 x float> %a2, <16 x float> %a3)
  br label %done
done:
  ret void
}

define void @wg.integers(ptr %from, ptr %to, i32 %x, i32 %y) "wherry-kernel"="integers" "wherry-regions"="1" {
  %a = call x86_regcallcc { <16 x i32>, <16 x i32>, <16 x i32>, <16 x i32> } @__wherry_image_fetch_int_row_near(ptr %from, i64 18, i32 2, i32 %x, i32 %y, i32 0)
  %a0 = extractvalue { <16 x i32>, <16 x i32>, <16 x i32>, <16 x i32> } %a, 0
  %a1 = extractvalue { <16 x i32>, <16 x i32>, <16 x i32>, <16 x i32> } %a, 1
  %a2 = extractvalue { <16 x i32>, <16 x i32>, <16 x i32>, <16 x i32> } %a, 2
  %a3 = extractvalue { <16 x i32>, <16 x i32>, <16 x i32>, <16 x i32> } %a, 3
  call x86_regcallcc void @__wherry_image_store_int_row_near(ptr %to, i64 0, i32 2, i32 %x, i32 %y, i32 0, <16 x i32> %a0, <16 x i32> %a1, <16 x i32> %a2, <16 x i32> %a3)
  ret void
}
declare x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_row_near(ptr, i64, i32, i32, i32, i32) memory(read)
declare x86_regcallcc void @__wherry_image_store_float_row_near(ptr, i64, i32, i32, i32, i32, <16 x float>, <16 x float>, <16 x float>, <16 x float>)
declare x86_regcallcc { <16 x i32>, <16 x i32>, <16 x i32>, <16 x i32> } @__wherry_image_fetch_int_row_near(ptr, i64, i32, i32, i32, i32) memory(read)
declare x86_regcallcc void @__wherry_image_store_int_row_near(ptr, i64, i32, i32, i32, i32, <16 x i32>, <16 x i32>, <16 x i32>, <16 x i32>)
