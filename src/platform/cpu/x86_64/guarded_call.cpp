// SPDX-License-Identifier: Apache-2.0
#include "platform/cpu/guarded_call.h"

#include <sys/ucontext.h>

extern "C" {
[[noreturn]] void wherry_leave_guarded_call(void *stack) noexcept;
[[gnu::visibility("hidden")]] extern const char wherry_guarded_call_left[];
void wherry_probe_read(const void *first, const void *last) noexcept;
void wherry_probe_write(void *first, void *last) noexcept;
size_t wherry_probe_text(const char *text, size_t limit) noexcept;
[[gnu::visibility("hidden")]] extern const char wherry_probes_end[];
}

// The saved registers are the whole state: a kernel leaves MXCSR, and the x87 unit, to its caller.
__asm__(R"(
  .text
  .globl wherry_guarded_call
  .type wherry_guarded_call, @function
  .hidden wherry_guarded_call
wherry_guarded_call:
  .cfi_startproc
  endbr64
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  .cfi_offset %rbx, -24
  .cfi_offset %r12, -32
  .cfi_offset %r13, -40
  .cfi_offset %r14, -48
  .cfi_offset %r15, -56
  subq $8, %rsp
  movq %rsp, (%rdx)
  movq %rdi, %rax
  movq %rsi, %rdi
  callq *%rax
  movl $1, %eax
.Lrestore:
  addq $8, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  .cfi_def_cfa %rsp, 8
  retq
  .cfi_endproc
  .size wherry_guarded_call, . - wherry_guarded_call

  .type wherry_leave_guarded_call, @function
  .hidden wherry_leave_guarded_call
wherry_leave_guarded_call:
  endbr64
  movq %rdi, %rsp
  .hidden wherry_guarded_call_left
wherry_guarded_call_left:
  xorl %eax, %eax
  jmp .Lrestore
  .size wherry_leave_guarded_call, . - wherry_leave_guarded_call

  .type wherry_probe_read, @function
  .hidden wherry_probe_read
wherry_probe_read:
  .cfi_startproc
  endbr64
  movb (%rdi), %al
  movb (%rsi), %al
  retq
  .cfi_endproc
  .size wherry_probe_read, . - wherry_probe_read

  .type wherry_probe_write, @function
  .hidden wherry_probe_write
wherry_probe_write:
  .cfi_startproc
  endbr64
  movb (%rdi), %al
  movb %al, (%rdi)
  movb (%rsi), %al
  movb %al, (%rsi)
  retq
  .cfi_endproc
  .size wherry_probe_write, . - wherry_probe_write

  .type wherry_probe_text, @function
  .hidden wherry_probe_text
wherry_probe_text:
  .cfi_startproc
  endbr64
  xorl %eax, %eax
.Lnext:
  cmpq %rsi, %rax
  je .Lend
  cmpb $0, (%rdi,%rax)
  je .Lend
  incq %rax
  jmp .Lnext
.Lend:
  retq
  .cfi_endproc
  .size wherry_probe_text, . - wherry_probe_text
  .hidden wherry_probes_end
wherry_probes_end:
)");

namespace wherry::cpu {

namespace {
const mcontext_t &machine(const void *context) { return static_cast<const ucontext_t *>(context)->uc_mcontext; }
mcontext_t &machine(void *context) { return static_cast<ucontext_t *>(context)->uc_mcontext; }
}  // namespace

void leave_guarded_call(void *stack) noexcept { wherry_leave_guarded_call(stack); }

uintptr_t Interrupted::instruction() const noexcept {
  return static_cast<uintptr_t>(machine(static_cast<const void *>(context_)).gregs[REG_RIP]);
}

uintptr_t Interrupted::caller() const noexcept {
  return *reinterpret_cast<const uintptr_t *>(machine(static_cast<const void *>(context_)).gregs[REG_RSP]);
}

bool Interrupted::writes() const noexcept {
  constexpr greg_t kWrite = 2;
  return (machine(static_cast<const void *>(context_)).gregs[REG_ERR] & kWrite) != 0;
}

void Interrupted::leave_guarded_call(void *stack) const noexcept {
  constexpr greg_t kDirection = 0x400, kAlignmentCheck = 0x40000;  // both are clear in every call
  mcontext_t &state = machine(context_);
  state.gregs[REG_RIP] = static_cast<greg_t>(reinterpret_cast<uintptr_t>(wherry_guarded_call_left));
  state.gregs[REG_RSP] = static_cast<greg_t>(reinterpret_cast<uintptr_t>(stack));
  state.gregs[REG_EFL] &= ~(kDirection | kAlignmentCheck);
  if (state.fpregs) state.fpregs->swd = 0, state.fpregs->ftw = 0;  // an empty stack
}

void probe_read(const void *first, const void *last) noexcept { wherry_probe_read(first, last); }
void probe_write(void *first, void *last) noexcept { wherry_probe_write(first, last); }
size_t probe_text(const char *text, size_t limit) noexcept { return wherry_probe_text(text, limit); }

bool is_probe(uintptr_t instruction) noexcept {
  const auto begin = reinterpret_cast<uintptr_t>(&wherry_probe_read);
  return instruction - begin < reinterpret_cast<uintptr_t>(wherry_probes_end) - begin;
}

}  // namespace wherry::cpu
