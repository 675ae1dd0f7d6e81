// SPDX-License-Identifier: Apache-2.0
#include "platform/cpu/call_on_stack.h"

// The frame pointer tells unwinders where the caller's stack goes on; returns match their calls, so shadow stacks do
// not notice.
extern "C" void wherry_call_on_stack(void (*call)(void *), void *data, std::byte *top) noexcept;
__asm__(R"(
  .text
  .type wherry_call_on_stack, @function
  .hidden wherry_call_on_stack
wherry_call_on_stack:
  .cfi_startproc
  endbr64
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  movq %rdx, %rsp
  movq %rdi, %rax
  movq %rsi, %rdi
  callq *%rax
  leave
  .cfi_def_cfa %rsp, 8
  retq
  .cfi_endproc
  .size wherry_call_on_stack, . - wherry_call_on_stack
)");

void wherry::cpu::call_on_stack(void (*call)(void *), void *data, std::byte *top) noexcept {
  wherry_call_on_stack(call, data, top);
}
