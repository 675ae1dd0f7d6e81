; RUN: wherry-opt -passes=prefetch-ahead %s 2>&1 | FileCheck %s
; A loop that calls the runtime may change what is ahead, one that loads nothing from local memory gives no measure, and
; stores do not count: none of them fetches, and the function keeps its attributes.

declare void @anything()

; CHECK:       remark: a loop that loads from local memory does not fetch ahead: the call of 'anything' may be one of the
; CHECK-NOT:   remark
; CHECK-LABEL: define void @wg.calls(ptr %args, ptr readonly %context)
; CHECK-LABEL: define void @wg.global(ptr %args, ptr readonly %context)
; CHECK-LABEL: define void @wg.stores(ptr %args, ptr readonly %context)
; CHECK-NOT:   llvm.prefetch
define void @wg.calls(ptr %args, ptr readonly %context) "wherry-kernel"="calls" "wherry-regions"="1" "wherry-copies" {
entry:
  %tile = load ptr addrspace(3), ptr %args
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr float, ptr addrspace(3) %tile, i64 %i
  %values = load <16 x float>, ptr addrspace(3) %place, align 64
  call void @anything()
  %next = add i64 %i, 16
  %more = icmp ult i64 %next, 1024
  br i1 %more, label %loop, label %done
done:
  ret void
}

define void @wg.global(ptr %args, ptr readonly %context) "wherry-kernel"="global" "wherry-regions"="1" "wherry-copies" {
entry:
  %tile = load ptr addrspace(3), ptr %args
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr float, ptr addrspace(3) %tile, i64 %i
  %global = addrspacecast ptr addrspace(3) %place to ptr addrspace(1)
  %values = load <16 x float>, ptr addrspace(1) %global, align 64
  %next = add i64 %i, 16
  %more = icmp ult i64 %next, 1024
  br i1 %more, label %loop, label %done
done:
  ret void
}

define void @wg.stores(ptr %args, ptr readonly %context) "wherry-kernel"="stores" "wherry-regions"="1" "wherry-copies" {
entry:
  %tile = load ptr addrspace(3), ptr %args
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr float, ptr addrspace(3) %tile, i64 %i
  store i32 1, ptr addrspace(3) %place
  %next = add i64 %i, 16
  %more = icmp ult i64 %next, 1024
  br i1 %more, label %loop, label %done
done:
  ret void
}

