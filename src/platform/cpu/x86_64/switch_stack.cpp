// SPDX-License-Identifier: Apache-2.0
#include "platform/cpu/switch_stack.h"

#include <cstddef>
#include <cstdint>
#include <new>

// A call preserves rbx, rbp and r12 to r15. A new flow finds its function in rbx and its data in r12; it has no caller,
// which unwinders see.
extern "C" void wherry_switch_stack(std::byte **left, std::byte *next) noexcept;
extern "C" void wherry_begin_flow() noexcept;
__asm__(R"(
  .text
  .type wherry_switch_stack, @function
  .hidden wherry_switch_stack
wherry_switch_stack:
  .cfi_startproc
  endbr64
  pushq %rbp
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %rbp, 0
  pushq %rbx
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %rbx, 0
  pushq %r12
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %r12, 0
  pushq %r13
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %r13, 0
  pushq %r14
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %r14, 0
  pushq %r15
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %r15, 0
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  .cfi_adjust_cfa_offset -8
  .cfi_restore %r15
  popq %r14
  .cfi_adjust_cfa_offset -8
  .cfi_restore %r14
  popq %r13
  .cfi_adjust_cfa_offset -8
  .cfi_restore %r13
  popq %r12
  .cfi_adjust_cfa_offset -8
  .cfi_restore %r12
  popq %rbx
  .cfi_adjust_cfa_offset -8
  .cfi_restore %rbx
  popq %rbp
  .cfi_adjust_cfa_offset -8
  .cfi_restore %rbp
  retq
  .cfi_endproc
  .size wherry_switch_stack, . - wherry_switch_stack

  .type wherry_begin_flow, @function
  .hidden wherry_begin_flow
wherry_begin_flow:
  .cfi_startproc
  .cfi_undefined %rip
  endbr64
  movq %r12, %rdi
  callq *%rbx
  ud2
  .cfi_endproc
  .size wherry_begin_flow, . - wherry_begin_flow
)");

namespace wherry::cpu {

StackPointer new_flow(std::byte *top, void (*call)(void *), void *data) noexcept {
  // As wherry_switch_stack leaves a flow, from the lowest address on; behind `begin`, where the function is entered,
  // the stack pointer is a multiple of 16.
  struct Left {
    uint64_t r15, r14, r13;
    void *r12;
    void (*rbx)(void *);
    uint64_t rbp;
    void (*begin)();
    uint64_t none[2];
  };
  static_assert((sizeof(Left) - offsetof(Left, none)) % 16 == 0);
  return reinterpret_cast<StackPointer>(
      new (top - sizeof(Left)) Left{0, 0, 0, data, call, 0, reinterpret_cast<void (*)()>(wherry_begin_flow), {}});
}

void switch_stack(StackPointer &left, StackPointer next) noexcept { wherry_switch_stack(&left, next); }

}  // namespace wherry::cpu
