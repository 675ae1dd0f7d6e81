; RUN: not wherry-opt -passes=measure-program-scope,strip-debug-info -disable-output %s 2>&1 | FileCheck %s
; RUN: sed s/1073741824/1073741820/ %s | wherry-opt -passes=measure-program-scope | FileCheck %s --check-prefix=MOST
; Code reaches 1 GiB of variables and no more: the build fails with a message that has the number of bytes.

; CHECK: error: {{.*}}program-scope variables{{.*}} 1073741828 bytes
; MOST: "wherry.program_scope_bytes", i64 1073741824
@large = addrspace(1) global [1073741824 x i8] zeroinitializer
@little = addrspace(1) global i32 0
