; RUN: wherry-opt -passes='function(loop-simplify,lcssa),vectorise-item-loops,verify' %s -o /dev/null 2>&1 | FileCheck %s
; Two vectors in flight where lanes leave a loop one by one and each iteration waits for the one before. Not where the
; loop reaches memory, but by uniform loads: lanes that have left would cost accesses' time. Not where iterations do not
; wait.

; CHECK: remark: {{.*}}vectorised, 32 work-items at once
; CHECK: remark: {{.*}}vectorised, 16 work-items at once
; CHECK: remark: {{.*}}vectorised, 16 work-items at once
define void @wg.waits(ptr addrspace(1) %out, i32 %limit, i64 %size) #0 {
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
  %n = phi i32 [ 0, %body ], [ %n.next, %step ]
  %z = phi float [ 0.0, %body ], [ %z.next, %step ]
  %square = fmul float %z, %z
  %inside = fcmp ole float %square, 4.0
  %more = icmp slt i32 %n, %limit
  %both = select i1 %inside, i1 %more, i1 false
  br i1 %both, label %step, label %left

step:
  %z.next = fadd float %square, %c
  %n.next = add i32 %n, 1
  br label %head

left:
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %n, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.reads(ptr addrspace(1) %out, i32 %limit, i64 %size) #1 {
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
  %n = phi i32 [ 0, %body ], [ %n.next, %step ]
  %z = phi float [ 0.0, %body ], [ %z.next, %step ]
  %square = fmul float %z, %z
  %inside = fcmp ole float %square, 4.0
  %more = icmp slt i32 %n, %limit
  %both = select i1 %inside, i1 %more, i1 false
  br i1 %both, label %step, label %left

step:
  %wide = zext i32 %n to i64
  %place = add i64 %wide, %x
  %from = getelementptr inbounds float, ptr addrspace(1) %out, i64 %place
  %loaded = load float, ptr addrspace(1) %from, align 4
  %z.next = fadd float %square, %loaded
  %n.next = add i32 %n, 1
  br label %head

left:
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %n, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.counts(ptr addrspace(1) %out, i32 %limit, i64 %size) #2 {
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
  %n = phi i32 [ 0, %body ], [ %n.next, %step ]
  %z = phi float [ 0.0, %body ], [ %z.next, %step ]
  %square = fmul float %c, %c
  %third = fmul float %square, %c
  %fourth = fmul float %third, %c
  %fifth = fmul float %fourth, %c
  %sixth = fmul float %fifth, %c
  %seventh = fmul float %sixth, %c
  %inside = fcmp ole float %z, 4.0
  %more = icmp slt i32 %n, %limit
  %both = select i1 %inside, i1 %more, i1 false
  br i1 %both, label %step, label %left

step:
  %z.next = fadd float %z, %seventh
  %n.next = add i32 %n, 1
  br label %head

left:
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %n, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-regroupable" "wherry-kernel"="waits" "wherry-regions"="1" "wherry-vectorise" }
attributes #1 = { "target-features"="+avx512bw,+avx512vl" "wherry-regroupable" "wherry-kernel"="reads" "wherry-regions"="1" "wherry-vectorise" }
attributes #2 = { "target-features"="+avx512bw,+avx512vl" "wherry-regroupable" "wherry-kernel"="counts" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
