; RUN: wherry-opt -passes=inline-image-calls,verify %s | FileCheck %s
; RUN: wherry-opt -passes=inline-image-calls,explain-image-calls %s -disable-output 2>&1 | FileCheck %s --check-prefix=EXPLAIN
; All accesses of a kernel or none: a linear filter, a sampler of the launch, a store of lanes anywhere, and more than
; three accesses stay calls, as does a call outside of a loop.

; CHECK-NOT:   _near(
; EXPLAIN-NOT: inline for
; EXPLAIN:     a call for any format, for 16 work-items
; EXPLAIN-NOT: inline for
define void @wg.filter(ptr addrspace(1) %from, ptr addrspace(1) %to, i32 %n, <16 x float> %t) "wherry-kernel"="filter" "wherry-regions"="1" {
entry:
  br label %loop
loop:
  %x = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = call x86_regcallcc { <16 x float> } @__wherry_image_sample_float_lanes(ptr addrspace(1) %from, i64 34, i32 2, <16 x float> %t) "wherry-often"
  %s = extractvalue { <16 x float> } %a, 0
  call x86_regcallcc void @__wherry_image_store_float_row(ptr addrspace(1) %to, i64 0, i32 2, i32 %x, i32 0, i32 0, <16 x float> %s) "wherry-often"
  %next = add nuw nsw i32 %x, 16
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

define void @wg.sampler(ptr addrspace(1) %from, i64 %sampler, i32 %n, <16 x float> %t) "wherry-kernel"="sampler" "wherry-regions"="1" {
entry:
  br label %loop
loop:
  %x = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = call x86_regcallcc { <16 x float> } @__wherry_image_sample_float_lanes(ptr addrspace(1) %from, i64 %sampler, i32 2, <16 x float> %t) "wherry-often"
  %next = add nuw nsw i32 %x, 16
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

define void @wg.scattered(ptr addrspace(1) %to, i32 %n, <16 x i32> %i, <16 x float> %t) "wherry-kernel"="scattered" "wherry-regions"="1" {
entry:
  br label %loop
loop:
  %x = phi i32 [ 0, %entry ], [ %next, %loop ]
  call x86_regcallcc void @__wherry_image_store_float_lanes(ptr addrspace(1) %to, i64 0, i32 2, i32 -1, <16 x i32> %i, <16 x float> %t) "wherry-often"
  %next = add nuw nsw i32 %x, 16
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

define void @wg.many(ptr addrspace(1) %to, i32 %n, <16 x float> %t) "wherry-kernel"="many" "wherry-regions"="1" {
entry:
  br label %loop
loop:
  %x = phi i32 [ 0, %entry ], [ %next, %loop ]
  call x86_regcallcc void @__wherry_image_store_float_row(ptr addrspace(1) %to, i64 0, i32 2, i32 %x, i32 0, i32 0, <16 x float> %t) "wherry-often"
  call x86_regcallcc void @__wherry_image_store_float_row(ptr addrspace(1) %to, i64 0, i32 2, i32 %x, i32 1, i32 0, <16 x float> %t) "wherry-often"
  call x86_regcallcc void @__wherry_image_store_float_row(ptr addrspace(1) %to, i64 0, i32 2, i32 %x, i32 2, i32 0, <16 x float> %t) "wherry-often"
  call x86_regcallcc void @__wherry_image_store_float_row(ptr addrspace(1) %to, i64 0, i32 2, i32 %x, i32 3, i32 0, <16 x float> %t) "wherry-often"
  %next = add nuw nsw i32 %x, 16
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

define void @wg.once(ptr addrspace(1) %to, <16 x float> %t) "wherry-kernel"="once" "wherry-regions"="1" {
  call x86_regcallcc void @__wherry_image_store_float_row(ptr addrspace(1) %to, i64 0, i32 2, i32 0, i32 0, i32 0, <16 x float> %t) "wherry-often"
  ret void
}

declare x86_regcallcc { <16 x float> } @__wherry_image_sample_float_lanes(ptr addrspace(1), i64, i32, <16 x float>) memory(read)
declare x86_regcallcc void @__wherry_image_store_float_row(ptr addrspace(1), i64, i32, i32, i32, i32, <16 x float>)
declare x86_regcallcc void @__wherry_image_store_float_lanes(ptr addrspace(1), i64, i32, i32, <16 x i32>, <16 x float>)
