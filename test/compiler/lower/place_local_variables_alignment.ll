; RUN: wherry-opt -passes=place-local-variables %s | FileCheck %s
; The runtime aligns a work-group's local memory to abi::kLocalAlign, 128. A variable that asks for more gets the next
; multiple, and room for it.

; CHECK-LABEL: define void @wg.kernel(
; CHECK-SAME:  #[[FACTS:[0-9]+]]
; CHECK:       %[[END:.*]] = getelementptr inbounds i8, ptr addrspace(3) {{.*}}, i64 128
; CHECK:       %[[X:.*]] = call ptr addrspace(3) @llvm.ptrmask.p3.i64(ptr addrspace(3) %[[END]], i64 -256)
; CHECK:       store i64 1, ptr addrspace(3) %[[X]], align 256
; CHECK:       attributes #[[FACTS]] = {{.*}}"wherry-local-bytes"="160"
@kernel.x = internal addrspace(3) global [4 x i64] undef, align 256
define void @wg.kernel(ptr %args, ptr %context) "wherry-kernel"="kernel" {
  store i64 1, ptr addrspace(3) @kernel.x, align 256
  ret void
}
