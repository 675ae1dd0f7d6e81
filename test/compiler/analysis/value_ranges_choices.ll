; RUN: wherry-opt -passes='print<value-ranges>' -disable-output %s 2>&1 | FileCheck %s
; Minima, maxima, selects, and phis behind a branch choose one of several numbers and lie between these numbers' bounds. A
; loaded number has no bounds, nor has a choice that it belongs to. The result of a function without effects has bounds
; if its arguments are known before the loop, since it is computed there; not if an argument differs between work-items.

; CHECK-LABEL: value-ranges of 'wg.choices':
; CHECK:      %least: bounded{{$}}
; CHECK-NEXT: %chosen: bounded{{$}}
; CHECK-NEXT: %loaded: no bound{{$}}
; CHECK-NEXT: %perhaps: no bound{{$}}
; CHECK-NEXT: %power: bounded{{$}}
; CHECK-NEXT: %each: no bound{{$}}
; CHECK:      %joined: bounded{{$}}
; CHECK-NEXT: %unknown: no bound{{$}}
; CHECK-NEXT: %undefined: no bound{{$}}
define void @wg.choices(ptr addrspace(1) %in, i32 %n, i1 %which, float %exponent, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %least = call i32 @llvm.smin.i32(i32 %id, i32 %n)
  %chosen = select i1 %which, i32 %least, i32 %n
  %loaded = load i32, ptr addrspace(1) %in, align 4
  %perhaps = call i32 @llvm.umax.i32(i32 %id, i32 %loaded)
  %powered = call float @pow(float 2.0, float %exponent)
  %power = fptosi float %powered to i32
  %own = uitofp i64 %x to float
  %powered.too = call float @pow(float 2.0, float %own)
  %each = fptosi float %powered.too to i32
  br i1 %which, label %then, label %join

then:
  %twice = shl i32 %id, 1
  br label %join

join:
  %joined = phi i32 [ %twice, %then ], [ %chosen, %items ]
  %unknown = phi i32 [ %twice, %then ], [ %loaded, %items ]
  %undefined = phi i32 [ %twice, %then ], [ poison, %items ]
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

declare float @pow(float, float) #1

attributes #0 = { "wherry-kernel"="choices" "wherry-regions"="1" }
attributes #1 = { nosync nounwind willreturn memory(none) }
!0 = !{}
