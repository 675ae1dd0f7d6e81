; RUN: wherry-opt -passes=vectorise-item-loops,verify %s -o /dev/null 2>&1 | FileCheck %s
; RUN: sed 's/i32 2, i32 %column, i32 %y, i32 0, i32 0)/i32 2, i32 %column, i32 %column, i32 0, i32 0)/' %s | wherry-opt -passes=vectorise-item-loops,verify -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONE
; RUN: sed 's/i64 18, i32 2, i32 %column/i64 %filter, i32 2, i32 %column/' %s | wherry-opt -passes=vectorise-item-loops,verify -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONE
; RUN: sed 's/"wherry-regroupable"//' %s | wherry-opt -passes=vectorise-item-loops,verify -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONE
; RUN: sed 's/%again = /call void @__wherry_image_store_float(ptr addrspace(1) %image, i64 0, i32 2, i32 %column, i32 %y, i32 0, i32 0, float 0.0, float 0.0, float 0.0, float 1.0) call void @__wherry_image_store_float(ptr addrspace(1) %image, i64 0, i32 2, i32 %column, i32 %y, i32 0, i32 0, float 0.0, float 0.0, float 0.0, float 1.0) %again = /' %s | wherry-opt -passes=vectorise-item-loops,verify -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONE
; A row that is read and written has two vectors in flight, which share the checks of code inline. Other texels, samplers
; of the launch, and more than three accesses are calls: one vector, as where item loops may be short.

; CHECK: remark: {{.*}}vectorised, 32 work-items at once
; ONE:   remark: {{.*}}vectorised, 16 work-items at once
define void @wg.kernel(ptr addrspace(1) %image, i32 %y, i64 %filter, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %column = trunc i64 %x to i32
  %texel = call { float, float, float, float } @__wherry_image_fetch_float.members(ptr addrspace(1) %image, i64 18, i32 2, i32 %column, i32 %y, i32 0, i32 0)
  %red = extractvalue { float, float, float, float } %texel, 0
  call void @__wherry_image_store_float(ptr addrspace(1) %image, i64 0, i32 2, i32 %column, i32 %y, i32 0, i32 0, float %red, float 0.0, float 0.0, float 1.0)
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

declare { float, float, float, float } @__wherry_image_fetch_float.members(ptr addrspace(1), i64, i32, i32, i32, i32, i32)
declare void @__wherry_image_store_float(ptr addrspace(1), i64, i32, i32, i32, i32, i32, float, float, float, float)

attributes #0 = { "target-cpu"="x86-64-v4" "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="kernel" "wherry-regions"="1" "wherry-regroupable" "wherry-vectorise" }
!0 = !{}
