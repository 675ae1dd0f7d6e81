; RUN: wherry-opt -passes='function(loop-simplify,lcssa),vectorise-item-loops,verify' %s -o /dev/null 2>&1 | FileCheck %s
; Four vectors in flight where a loop sums up rows of bytes, read by a clamped index: one check of all vectors' ends. Not
; where each other byte is read, nor of floats, where the size of the item loop is not known.

; CHECK: remark: {{.*}}vectorised, 64 work-items at once
; CHECK: remark: {{.*}}vectorised, 16 work-items at once
; CHECK: remark: {{.*}}vectorised, 16 work-items at once
define void @wg.bytes(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %last, i64 %limit, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  br label %head

head:
  %k = phi i64 [ 0, %body ], [ %k.next, %head ]
  %sum = phi float [ 0.0, %body ], [ %sum.next, %head ]
  %right = add nuw nsw i64 %x, %k
  %clamped = call i64 @llvm.smin.i64(i64 %right, i64 %last)
  %at = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %clamped
  %value = load i8, ptr addrspace(1) %at, align 1
  %float = uitofp i8 %value to float
  %sum.next = fadd float %sum, %float
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %limit
  br i1 %more, label %head, label %left

left:
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %sum.next, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.gaps(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %last, i64 %limit, i64 %size) #1 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  br label %head

head:
  %k = phi i64 [ 0, %body ], [ %k.next, %head ]
  %sum = phi float [ 0.0, %body ], [ %sum.next, %head ]
  %right = add nuw nsw i64 %x, %k
  %clamped = call i64 @llvm.smin.i64(i64 %right, i64 %last)
  %twice = shl nsw i64 %clamped, 1
  %at = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %twice
  %value = load i8, ptr addrspace(1) %at, align 1
  %float = uitofp i8 %value to float
  %sum.next = fadd float %sum, %float
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %limit
  br i1 %more, label %head, label %left

left:
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %sum.next, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.floats(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %last, i64 %limit, i64 %size) #2 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  br label %head

head:
  %k = phi i64 [ 0, %body ], [ %k.next, %head ]
  %sum = phi float [ 0.0, %body ], [ %sum.next, %head ]
  %right = add nuw nsw i64 %x, %k
  %clamped = call i64 @llvm.smin.i64(i64 %right, i64 %last)
  %at = getelementptr inbounds float, ptr addrspace(1) %in, i64 %clamped
  %value = load float, ptr addrspace(1) %at, align 1
  %float = fmul float %value, 1.5
  %sum.next = fadd float %sum, %float
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %limit
  br i1 %more, label %head, label %left

left:
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %sum.next, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

declare i64 @llvm.smin.i64(i64, i64)

attributes #0 = { "target-cpu"="x86-64-v4" "target-features"="+avx512bw,+avx512vl" "wherry-regroupable" "wherry-kernel"="bytes" "wherry-regions"="1" "wherry-vectorise" }
attributes #1 = { "target-cpu"="x86-64-v4" "target-features"="+avx512bw,+avx512vl" "wherry-regroupable" "wherry-kernel"="gaps" "wherry-regions"="1" "wherry-vectorise" }
attributes #2 = { "target-cpu"="x86-64-v4" "target-features"="+avx512bw,+avx512vl" "wherry-regroupable" "wherry-kernel"="floats" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
