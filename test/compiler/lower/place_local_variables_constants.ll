; RUN: wherry-opt -passes=place-local-variables %s | FileCheck %s
; A use in a constant expression, or on a way into a phi, becomes the same address, made once at the entry.

@kernel.tile = internal addrspace(3) global [16 x i32] undef, align 4

; CHECK-LABEL: define void @wg.kernel(
; CHECK:       entry:
; CHECK:       %[[TILE:.*]] = getelementptr inbounds i8, ptr addrspace(3) %{{.*}}, i64 0
; CHECK:       br i1
; CHECK-NOT:   @kernel.tile
; CHECK:       phi ptr addrspace(3) [ %[[TILE]], %entry ],
; CHECK:       getelementptr {{.*}}ptr addrspace(3) %[[TILE]], i64
; CHECK-NOT:   @kernel.tile
; CHECK:       ret void
define void @wg.kernel(ptr %args, ptr %context) "wherry-kernel"="kernel" {
entry:
  %other = load ptr addrspace(3), ptr %args
  %null = icmp eq ptr addrspace(3) %other, null
  br i1 %null, label %join, label %given
given:
  br label %join
join:
  %place = phi ptr addrspace(3) [ @kernel.tile, %entry ], [ %other, %given ]
  %value = load i32, ptr addrspace(3) getelementptr ([16 x i32], ptr addrspace(3) @kernel.tile, i64 0, i64 7)
  store i32 %value, ptr addrspace(3) %place
  ret void
}
