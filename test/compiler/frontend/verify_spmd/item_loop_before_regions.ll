; RUN: not wherry-opt -passes=verify-spmd -disable-output %s 2>&1 | FileCheck %s
; Only form-regions makes item loops.

; CHECK: kernel 'k' has an item loop before form-regions
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items ], !wherry.item_loop !1
  %x.next = add i64 %x, 1
  %again = icmp ult i64 %x.next, 8
  br i1 %again, label %items, label %done

done:
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"wherry.opencl_c_version", i32 300}
!1 = !{}
