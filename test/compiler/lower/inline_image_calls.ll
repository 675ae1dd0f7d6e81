; RUN: wherry-opt -passes=inline-image-calls,verify %s | FileCheck %s
; RUN: wherry-opt -passes=inline-image-calls,explain-image-calls %s -disable-output 2>&1 | FileCheck %s --check-prefix=EXPLAIN
; Calls for a row, and reads anywhere, of a light loop go to functions of the library that is inlined, which knows no
; address spaces; --explain says so.

; CHECK-LABEL: define void @wg.kernel(
; CHECK:       [[FROM:%.*]] = addrspacecast ptr addrspace(1) %from to ptr
; CHECK-NEXT:  call x86_regcallcc { <16 x float> } @__wherry_image_fetch_float_row_near(ptr [[FROM]], i64 18, i32 2, i32 %x, i32 0, i32 0)
; CHECK:       call x86_regcallcc { <16 x float> } @__wherry_image_sample_float_lanes_near(ptr %{{[0-9]+}}, i64 18, i32 2, <16 x float> %t)
; CHECK:       call x86_regcallcc void @__wherry_image_store_float_row_near(ptr %{{[0-9]+}}, i64 0, i32 2, i32 %x, i32 0, i32 0, <16 x float> %s)
; CHECK-NOT:   call x86
; CHECK-LABEL: define void @wg.pairs(
; CHECK:       call x86_regcallcc void @__wherry_image_store_float_pair_near(ptr %{{[0-9]+}}, i64 0, i32 2, i32 %x, i32 0, i32 0, <16 x float> %s, <16 x float> %t)
; EXPLAIN-COUNT-2: reads an image, 2D, {{.*}}inline for common formats, else a call for any format, for 16 work-items
; EXPLAIN:     writes an image, 2D: inline for common formats, else a call for any format, for 16 work-items
; EXPLAIN:     writes an image, 2D: inline for common formats, else a call for any format, for 32 work-items
define void @wg.kernel(ptr addrspace(1) %from, ptr addrspace(1) %to, i32 %n) "wherry-kernel"="kernel" "wherry-regions"="1" {
entry:
  br label %loop

loop:
  %x = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = call x86_regcallcc { <16 x float> } @__wherry_image_fetch_float_row(ptr addrspace(1) %from, i64 18, i32 2, i32 %x, i32 0, i32 0) "wherry-often"
  %t = extractvalue { <16 x float> } %a, 0
  %b = call x86_regcallcc { <16 x float> } @__wherry_image_sample_float_lanes(ptr addrspace(1) %from, i64 18, i32 2, <16 x float> %t) "wherry-often"
  %s = extractvalue { <16 x float> } %b, 0
  call x86_regcallcc void @__wherry_image_store_float_row(ptr addrspace(1) %to, i64 0, i32 2, i32 %x, i32 0, i32 0, <16 x float> %s) "wherry-often"
  %next = add nuw nsw i32 %x, 16
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %done

done:
  ret void
}

define void @wg.pairs(ptr addrspace(1) %to, i32 %n, <16 x float> %s, <16 x float> %t) "wherry-kernel"="pairs" "wherry-regions"="1" {
entry:
  br label %loop

loop:
  %x = phi i32 [ 0, %entry ], [ %next, %loop ]
  call x86_regcallcc void @__wherry_image_store_float_pair(ptr addrspace(1) %to, i64 0, i32 2, i32 %x, i32 0, i32 0, <16 x float> %s, <16 x float> %t) "wherry-often"
  %next = add nuw nsw i32 %x, 32
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %done

done:
  ret void
}

declare x86_regcallcc void @__wherry_image_store_float_pair(ptr addrspace(1), i64, i32, i32, i32, i32, <16 x float>, <16 x float>)
declare x86_regcallcc { <16 x float> } @__wherry_image_fetch_float_row(ptr addrspace(1), i64, i32, i32, i32, i32) memory(read)
declare x86_regcallcc { <16 x float> } @__wherry_image_sample_float_lanes(ptr addrspace(1), i64, i32, <16 x float>) memory(read)
declare x86_regcallcc void @__wherry_image_store_float_row(ptr addrspace(1), i64, i32, i32, i32, i32, <16 x float>)
