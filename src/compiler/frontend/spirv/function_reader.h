// SPDX-License-Identifier: Apache-2.0
// What stands in functions: an instruction of SPIR-V at a time becomes LLVM's instructions at the end of a block.
// Files: function_reader (functions, control flow), arithmetic, memory, groups, images, enqueue, extended (OpenCL.std).
#pragma once
#include <optional>
#include <span>

#include "compiler/frontend/spirv/mangle.h"
#include "compiler/frontend/spirv/module_reader.h"
#include "compiler/ir/intrinsics.h"

namespace wherry::compiler::spirv {

// `instructions` from OpFunction to the one before OpFunctionEnd. `current` is the one that is being read.
void read_function(ModuleReader &module, llvm::ArrayRef<Instruction> instructions, const Instruction *&current);

// The result of an operation whose operands are constant.
llvm::Constant *fold(ModuleReader &module, const Instruction &instruction);

// "2d_array_depth" of an image's type.
std::string image_kind(const Type &image);

// A builtin function's argument, and how its type is spelled in the name: integers as signed or not; pointers to const.
struct BuiltinArgument {
  llvm::Value *value;
  char kind = 'v';  // v: signed, u: unsigned, p: a pointer, c: a pointer to const, P, C: to unsigned
  llvm::Type *pointee = nullptr;
  std::string opaque = "";  // an image's or sampler's name
};

class FunctionReader {
 public:
  FunctionReader(ModuleReader &module, llvm::Function &function)
      : module_(module), function_(function), builder_(module.context) {}

  void read(llvm::ArrayRef<Instruction> instructions, const Instruction *&current);
  // Reads one operation outside of a function, into a block that is then deleted.
  llvm::Value *read_alone(const Instruction &instruction);

 private:
  using Builder = llvm::IRBuilder<>;

  // Each takes the instructions of its file, and returns false for all others.
  bool read_control(const Instruction &instruction);
  bool read_arithmetic(const Instruction &instruction);
  bool read_conversion(const Instruction &instruction);
  bool read_bfloat16(const Instruction &instruction);
  bool read_comparison(const Instruction &instruction);
  bool read_composite(const Instruction &instruction);
  bool read_bits(const Instruction &instruction);
  bool read_memory(const Instruction &instruction);
  bool read_atomic(const Instruction &instruction);
  bool read_group(const Instruction &instruction);
  bool read_sub_group(const Instruction &instruction);
  bool read_block(const Instruction &instruction);
  bool read_pipe(const Instruction &instruction);
  bool read_image(const Instruction &instruction);
  bool read_enqueue(const Instruction &instruction);
  void read_extended(const Instruction &instruction);
  void read_instruction(const Instruction &instruction);

  // function_reader.cpp
  void make_blocks(llvm::ArrayRef<Instruction> instructions);
  void read_parameters(llvm::ArrayRef<Instruction> instructions);
  void read_phi(const Instruction &instruction);
  void read_switch(const Instruction &instruction);
  void read_call(const Instruction &instruction);
  void finish_phis();
  void mark_loops();
  void set_line(const Instruction &instruction);
  void read_debug_info(const Instruction &instruction);
  void set_location(llvm::DebugLoc where) { location_ = where, builder_.SetCurrentDebugLocation(std::move(where)); }
  void read_loop_control(const Instruction &instruction);
  llvm::BasicBlock *block(Id id) const;

  // Operands.
  llvm::Value *value(Id id) const { return module_.value(id).ir; }
  llvm::Value *operand(const Instruction &instruction, size_t index) const { return value(instruction.operand(index)); }
  llvm::Value *integer(const Instruction &instruction, size_t index) const;
  llvm::Value *number(const Instruction &instruction, size_t index) const;
  llvm::Value *pointer(const Instruction &instruction, size_t index) const;
  llvm::Value *truth(const Instruction &instruction, size_t index) const;
  // The type that the pointer leads to.
  llvm::Type *pointee(Id pointer) const;
  // The number at the place to which a pointer leads. Clang's back end leaves out the cast of a variable's pointer to
  // that of its first element or member.
  llvm::Type *first_at(Id pointer) const;
  void define(const Instruction &instruction, llvm::Value *result);
  llvm::Value *as_size(llvm::Value *number) { return resize(number, 64, false); }
  llvm::Value *resize(llvm::Value *number, unsigned bits, bool is_signed);
  // Truncates an integer that is wider than `type`, where Clang 22 leaves a truncation out.
  llvm::Value *low_bits(llvm::Value *number, llvm::Type *type);
  llvm::Value *i32(uint64_t number) { return builder_.getInt32(static_cast<uint32_t>(number)); }
  llvm::Value *component(llvm::Value *vector, unsigned index);

  // Calls.
  llvm::Value *call_builtin(llvm::StringRef name, llvm::Type *result, llvm::ArrayRef<BuiltinArgument> arguments);
  llvm::Value *call_named(llvm::StringRef symbol, llvm::Type *result, llvm::ArrayRef<llvm::Value *> arguments);
  llvm::Value *call_intrinsic(Intrinsic id, llvm::ArrayRef<llvm::Value *> arguments);
  // A builtin's int as SPIR-V's bool, of each component.
  llvm::Value *as_truth(llvm::Value *number);
  // f of scalars for each component of a vector.
  template <class F> llvm::Value *for_components(llvm::Value *value, F f) {
    auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
    if (!vector) return f(value);
    llvm::Value *result = llvm::PoisonValue::get(vector);
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      result = builder_.CreateInsertElement(result, f(component(value, i)), i);
    return result;
  }

  // memory.cpp
  llvm::Value *builtin_value(const Decoration &builtin, llvm::Type *type);
  llvm::Value *builtin_address(Id variable);
  llvm::Value *access_chain(const Instruction &instruction);
  struct MemoryOperands {
    llvm::Align align;
    bool is_volatile = false, nontemporal = false;
    size_t end = 0;  // the first operand behind them
  };
  MemoryOperands memory_operands(const Instruction &instruction, size_t index, llvm::Value &address,
                                 llvm::Type *type) const;
  void mark(llvm::Instruction &access, const MemoryOperands &operands);
  void read_variable(const Instruction &instruction);
  void read_copy(const Instruction &instruction);
  bool move_elements(llvm::Value &to, llvm::Value &from, llvm::Align align, llvm::Value &bytes);
  llvm::AtomicOrdering ordering(Id semantics, bool reads, bool writes) const;
  llvm::SyncScope::ID sync_scope(Id scope) const;

  // arithmetic.cpp
  void set_fast_math(const Instruction &instruction);
  llvm::Value *convert(const Instruction &instruction, bool from_unsigned, bool to_unsigned, bool saturates);
  llvm::Value *floating_modulo(llvm::Value *a, llvm::Value *b, bool of_divisor);
  llvm::Value *copy_logical(llvm::Value *from, llvm::Type *to);
  llvm::Value *dot_product(const Instruction &instruction);
  llvm::Value *extended_result(const Instruction &instruction);

  // groups.cpp
  bool is_sub_group(Id scope) const;
  llvm::Value *group_arithmetic(const Instruction &instruction, llvm::StringRef operation, char kind, bool logical,
                                bool non_uniform);
  llvm::Value *group_broadcast(const Instruction &instruction);
  llvm::Value *exchange_lanes(llvm::StringRef name, llvm::Value *value, llvm::ArrayRef<BuiltinArgument> more);
  llvm::Value *shuffle_pair(llvm::Value *first, llvm::Value *second, llvm::Value *at, llvm::Value *size);
  BuiltinArgument block_place(const Instruction &instruction, llvm::Type *element, bool writes);
  uint64_t fence_flags(Id semantics) const;
  void read_barrier(const Instruction &instruction);
  void read_async(const Instruction &instruction);

  // enqueue.cpp
  struct Block {
    llvm::Function *kernel;
    llvm::Constant *description;   // for the builtin library
    llvm::Value *literal, *bytes;  // the memory that the kernel gets a copy of
  };
  Block block_operand(const Instruction &instruction, size_t index);
  llvm::Value *range_operand(const Instruction &instruction, size_t index);
  llvm::Value *queue_operand(const Instruction &instruction, size_t index);
  llvm::Value *typed_operand(const Instruction &instruction, size_t index, spv::Op type, const char *refusal);
  llvm::Value *generic(const Instruction &instruction, size_t index);
  llvm::Value *place_for(llvm::Type *type);
  llvm::Value *build_range(const Instruction &instruction);
  void enqueue_kernel(const Instruction &instruction);

  // images.cpp
  struct SampledImage {
    Id image;
    llvm::Value *sampler;
  };
  std::string image_name(Id image) const;
  llvm::Value *coordinates(const Instruction &instruction, size_t index, Id image);
  llvm::Value *read_texel(const Instruction &instruction, Id image, llvm::Value *sampler);
  void write_texel(const Instruction &instruction);
  llvm::Value *image_size(const Instruction &instruction);
  bool is_array_2d(Id image) const;

  // extended.cpp
  void read_printf(const Instruction &instruction);
  llvm::Value *read_vector_data(const Instruction &instruction, uint32_t number);

  ModuleReader &module_;
  llvm::Function &function_;
  Builder builder_;
  Id id_ = 0;
  std::unordered_map<Id, llvm::BasicBlock *> blocks_;
  std::vector<std::pair<llvm::PHINode *, Instruction>> phis_;
  std::vector<std::pair<llvm::BasicBlock *, llvm::MDNode *>> loops_;
  std::unordered_map<Id, llvm::Value *> builtin_addresses_;
  std::unordered_map<Id, SampledImage> sampled_;
  llvm::MDNode *loop_control_ = nullptr;
  DebugInfo::Place place_;
  llvm::DebugLoc location_;  // of the instructions that follow
};

}  // namespace wherry::compiler::spirv
