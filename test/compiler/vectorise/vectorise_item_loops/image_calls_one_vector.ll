; RUN: wherry-opt -passes='function(loop-simplify,lcssa),vectorise-item-loops,verify' %s -o /dev/null 2>&1 | FileCheck %s
; RUN: grep -v '%four = call' %s | sed 's/extractvalue { float, float, float, float } %four, 0/fadd float %c, 1.5/' | wherry-opt -passes='function(loop-simplify,lcssa),vectorise-item-loops,verify' -o /dev/null 2>&1 | FileCheck %s --check-prefix=WITHOUT
; RUN: sed 's/image, i64 [^,]*, i32 2/image, i64 18, i32 2/' %s | wherry-opt -passes='function(loop-simplify,lcssa),vectorise-item-loops,verify' -o /dev/null 2>&1 | FileCheck %s --check-prefix=INLINE
; A loop whose iterations wait for each other has several vectors in flight, but not if it calls an image function, across
; which no value stays in a register. Code inline, which a known sampler has, leaves registers for two.

; CHECK:   remark: {{.*}}vectorised, 16 work-items at once
; INLINE:  remark: {{.*}}vectorised, 32 work-items at once
; WITHOUT: remark: {{.*}}vectorised, 64 work-items at once
define void @wg.kernel(ptr addrspace(1) %image, ptr addrspace(1) %out, i32 %limit, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = trunc i64 %x to i32
  %c = uitofp i32 %id to float
  br label %head

head:
  %k = phi i32 [ 0, %body ], [ %k.next, %head ]
  %acc = phi float [ 0.0, %body ], [ %acc.next, %head ]
  %four = call { float, float, float, float } @__wherry_image_fetch_float.members(ptr addrspace(1) %image, i64 %size, i32 2, i32 %id, i32 %k, i32 0, i32 0)
  %red = extractvalue { float, float, float, float } %four, 0
  %acc.next = fadd float %acc, %red
  %k.next = add i32 %k, 1
  %more = icmp slt i32 %k.next, %limit
  br i1 %more, label %head, label %left

left:
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %acc.next, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

declare { float, float, float, float } @__wherry_image_fetch_float.members(ptr addrspace(1), i64, i32, i32, i32, i32, i32) #1

attributes #0 = { "target-cpu"="x86-64-v4" "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="kernel" "wherry-regions"="1" "wherry-regroupable" "wherry-vectorise" }
attributes #1 = { nosync nounwind willreturn memory(read) }
!0 = !{}
