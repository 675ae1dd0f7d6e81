; RUN: wherry-opt -passes=inline-policy %s | FileCheck %s
; RUN: sed 's/ "wherry-sub-groups"//' %s | wherry-opt -passes=inline-policy | FileCheck %s --check-prefix=OTHERS
; The lanes of a sub-group go together through all that its work-items call: where a kernel's sub-groups matter, every
; function is inlined, whatever the source says, and also without optimisation.

; CHECK:      call void @written_noinline(){{$}}
; OTHERS:     call void @written_noinline() #[[NOT_HERE:[0-9]+]]
define void @wg.kernel(ptr %args, ptr %context) "wherry-kernel"="kernel" "wherry-sub-groups" {
  call void @written_noinline() #1
  ret void
}

; CHECK:  define internal void @written_noinline() #[[INLINE:[0-9]+]]
; OTHERS: define internal void @written_noinline() #[[AS_WRITTEN:[0-9]+]]
define internal void @written_noinline() #0 {
  ret void
}

; A function that the module exports stays as it is.
; CHECK: define void @visible() #[[AS_WRITTEN:[0-9]+]]
define void @visible() #0 {
  ret void
}

; CHECK-DAG:  attributes #[[INLINE]] = { alwaysinline }
; CHECK-DAG:  attributes #[[AS_WRITTEN]] = { noinline optnone }
; OTHERS-DAG: attributes #[[AS_WRITTEN]] = { noinline optnone }
; OTHERS-DAG: attributes #[[NOT_HERE]] = { noinline }
attributes #0 = { noinline optnone }
attributes #1 = { noinline }
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"wherry.optimize", i32 0}
