; RUN: not wherry-opt -passes=place-local-variables -disable-output %s 2>&1 | FileCheck %s
; No device has more than 1 GiB of local memory: the build fails, and the message names the kernel and the bytes. What
; lies between the device's own memory and that is an error of the enqueue, with the arguments' share.

; CHECK: error: {{.*}}local variables of kernel 'huge'{{.*}} 1073741840 bytes
@huge.tile = internal addrspace(3) global [1073741840 x i8] undef

define void @wg.huge(ptr %args, ptr %context) "wherry-kernel"="huge" {
  store i8 0, ptr addrspace(3) @huge.tile
  ret void
}
