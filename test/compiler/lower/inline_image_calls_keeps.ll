; RUN: wherry-opt -passes=inline-image-calls,verify %s | FileCheck %s
; Calls of epilogues, which are not marked, calls of one work-item and other functions stay as they are.

; CHECK-LABEL: define void @wg.kernel(
; CHECK:       call x86_regcallcc void @__wherry_image_store_float_row_near(ptr
; CHECK:       call <4 x float> @__wherry_image_fetch_float(ptr addrspace(1) %to, i64 0, i32 2, i32 %x, i32 0, i32 0, i32 0)
; CHECK:       call void @use(ptr addrspace(1) %to)
; CHECK:       done:
; CHECK-NEXT:  call x86_regcallcc void @__wherry_image_store_float_lanes(ptr addrspace(1) %to, i64 0, i32 2, i32 7, <16 x i32> %i, <16 x float> %t)
define void @wg.kernel(ptr addrspace(1) %to, i32 %n, <16 x i32> %i, <16 x float> %t) "wherry-kernel"="kernel" "wherry-regions"="1" {
entry:
  br label %loop
loop:
  %x = phi i32 [ 0, %entry ], [ %next, %loop ]
  call x86_regcallcc void @__wherry_image_store_float_row(ptr addrspace(1) %to, i64 0, i32 2, i32 %x, i32 0, i32 0, <16 x float> %t) "wherry-often"
  %one = call <4 x float> @__wherry_image_fetch_float(ptr addrspace(1) %to, i64 0, i32 2, i32 %x, i32 0, i32 0, i32 0)
  call void @use(ptr addrspace(1) %to)
  %next = add nuw nsw i32 %x, 16
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  call x86_regcallcc void @__wherry_image_store_float_lanes(ptr addrspace(1) %to, i64 0, i32 2, i32 7, <16 x i32> %i, <16 x float> %t)
  ret void
}

declare <4 x float> @__wherry_image_fetch_float(ptr addrspace(1), i64, i32, i32, i32, i32, i32)
declare void @use(ptr addrspace(1))
declare x86_regcallcc void @__wherry_image_store_float_row(ptr addrspace(1), i64, i32, i32, i32, i32, <16 x float>)
declare x86_regcallcc void @__wherry_image_store_float_lanes(ptr addrspace(1), i64, i32, i32, <16 x i32>, <16 x float>)
