; RUN: wherry-opt -passes='print<forward-progress>' -disable-output %s 2>&1 | FileCheck %s
; A function that was not inlined waits in a loop of its own: it is called lane by lane, so that the next lane never
; runs. A function that only reads the flag once does not wait.

; CHECK-LABEL: forward-progress of 'wg.calls':
; CHECK-NEXT:    item loop at %items:
; CHECK-NEXT:      lanes wait for each other at  call void @wait(ptr addrspace(1) %flag)
; CHECK-LABEL: forward-progress of 'wg.reads':
; CHECK-NEXT:    item loop at %items:
; CHECK-NEXT:      no lane waits for another

define void @wg.calls(ptr addrspace(1) %flag, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  call void @wait(ptr addrspace(1) %flag)
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.reads(ptr addrspace(1) %flag, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items ], !wherry.item_loop !0
  %seen = call i32 @read(ptr addrspace(1) %flag)
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define internal void @wait(ptr addrspace(1) %flag) noinline {
  br label %loop

loop:
  %seen = load atomic i32, ptr addrspace(1) %flag monotonic, align 4
  %set = icmp ne i32 %seen, 0
  br i1 %set, label %left, label %loop

left:
  ret void
}

define internal i32 @read(ptr addrspace(1) %flag) noinline {
  %seen = load atomic i32, ptr addrspace(1) %flag monotonic, align 4
  ret i32 %seen
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
