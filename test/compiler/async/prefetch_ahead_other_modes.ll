; RUN: wherry-opt -passes=prefetch-ahead %s 2>/dev/null | FileCheck %s
; Kernels without async copies have nothing to fetch ahead; in the checked mode and in schedules, copies are made when the
; runtime says so. Their functions keep what LLVM inferred.

; CHECK-LABEL: define void @wg.plain(ptr %args, ptr readonly %context)
; CHECK-LABEL: define void @wg.checked(ptr %args, ptr readonly %context)
; CHECK-LABEL: define void @wg.scheduled(ptr %args, ptr readonly %context)
; CHECK-NOT:   llvm.prefetch
define void @wg.plain(ptr %args, ptr readonly %context) "wherry-kernel"="plain" "wherry-regions"="1" memory(read) {
entry:
  %tile = load ptr addrspace(3), ptr %args
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr float, ptr addrspace(3) %tile, i64 %i
  %values = load <16 x float>, ptr addrspace(3) %place, align 64
  %next = add i64 %i, 16
  %more = icmp ult i64 %next, 1024
  br i1 %more, label %loop, label %done
done:
  ret void
}

define void @wg.checked(ptr %args, ptr readonly %context) "wherry-kernel"="checked" "wherry-regions"="1" memory(read) "wherry-copies" "wherry-checked" {
entry:
  %tile = load ptr addrspace(3), ptr %args
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr float, ptr addrspace(3) %tile, i64 %i
  %values = load <16 x float>, ptr addrspace(3) %place, align 64
  %next = add i64 %i, 16
  %more = icmp ult i64 %next, 1024
  br i1 %more, label %loop, label %done
done:
  ret void
}

define void @wg.scheduled(ptr %args, ptr readonly %context) "wherry-kernel"="scheduled" "wherry-regions"="1" memory(read) "wherry-copies" "wherry-scheduled" {
entry:
  %tile = load ptr addrspace(3), ptr %args
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr float, ptr addrspace(3) %tile, i64 %i
  %values = load <16 x float>, ptr addrspace(3) %place, align 64
  %next = add i64 %i, 16
  %more = icmp ult i64 %next, 1024
  br i1 %more, label %loop, label %done
done:
  ret void
}

