// SPDX-License-Identifier: Apache-2.0
// What stands outside of functions: names, decorations, types, constants, variables, entry points; and what all of them
// know of an id.
#pragma once
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "compiler/driver/options.h"
#include "compiler/frontend/spirv/debug_info.h"
#include "compiler/frontend/spirv/words.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace wherry::compiler::spirv {

struct Type {
  spv::Op op = spv::Op::OpNop;
  llvm::Type *ir = nullptr;      // null of types without values: a sampled image
  Id element = 0;                // component, element, pointee, result; the image of a sampled image
  std::vector<Id> members = {};  // of a structure; the parameters of a function
  spv::StorageClass storage = spv::StorageClass::Function;  // of a pointer
  llvm::ArrayRef<uint32_t> image = {};  // of an image: Dim, Depth, Arrayed, MS, Sampled, Format, access
  uint64_t bytes = 0;                   // at least so many
  unsigned depth = 0;                   // of nesting
};

struct Value {
  llvm::Value *ir = nullptr;
  Id type = 0;
};

struct Decoration {
  spv::Decoration kind;
  llvm::ArrayRef<uint32_t> operands;
};

struct EntryPoint {
  Id function;
  std::string name;
};

class ModuleReader {
 public:
  ModuleReader(const abi::CompileRequest &request, const Options &options, llvm::Module &module);

  // Throws Refused.
  void read(const Words &words);

  // Lookups by ids. Each throws Refused if the id stands for something else.
  const Type &type(Id id) const;
  llvm::Type *ir_type(Id id) const;     // of a value
  llvm::Type *sized_type(Id id) const;  // of a type that has a size in memory
  const Value &value(Id id) const;
  uint64_t constant_number(Id id) const;
  bool is_constant(Id id) const;
  llvm::StringRef name(Id id) const;
  const Decoration *decoration(Id id, spv::Decoration kind) const;
  bool is_decorated(Id id, spv::Decoration kind) const { return decoration(id, kind) != nullptr; }
  llvm::ArrayRef<Decoration> decorations(Id id) const;
  // As Alignment and AlignmentId ask for; 1 without them.
  llvm::Align asked_alignment(Id id) const;
  // The same of a function's variable.
  llvm::Align variable_alignment(Id id) const;
  // The extended instruction set's name.
  llvm::StringRef set(Id id) const;
  // The decoration of a variable that holds an id or a size; null: another variable.
  const Decoration *builtin(Id variable) const;
  llvm::Function *function(Id id) const;
  // The kernel of a function that kernels enqueue.
  llvm::Function *block_kernel(Id function);
  Id function_type(Id id) const;
  const std::string &string(Id id) const;

  void define(Id id, Value value);
  void forget(Id id) { values_.erase(id); }
  // The subprogram for the lines of a function; `line` is its first OpLine.
  llvm::DISubprogram *subprogram(const Instruction &line, const llvm::Function &function);
  llvm::DICompileUnit &unit(llvm::StringRef file);
  std::optional<DebugInfo> debug_info;  // in builds with -g

  llvm::Module &module;
  llvm::LLVMContext &context;
  const Options &options;
  bool precise_division = false;  // -cl-fp32-correctly-rounded-divide-sqrt

  static unsigned address_space(spv::StorageClass storage);
  // Whether a multiplication and an addition may become one operation.
  bool contracts(Id function) const { return !exact_.contains(function); }

 private:
  void read_declaration(const Instruction &instruction);
  void read_annotation(const Instruction &instruction);
  void read_type(const Instruction &instruction);
  void read_aggregate_type(const Instruction &instruction);
  void read_function_type(const Instruction &instruction);
  void read_constant(const Instruction &instruction);
  void read_number(const Instruction &instruction);
  void read_composite(const Instruction &instruction);
  void read_folded(const Instruction &instruction);
  void read_variable(const Instruction &instruction);
  void declare_function(const Instruction &instruction);
  void define_type(Id id, Type type);
  llvm::Constant *constant(Id id) const;
  llvm::Constant *specialised(const Instruction &instruction, llvm::Type *type) const;
  void check_capability(uint32_t capability) const;
  llvm::GlobalValue::LinkageTypes linkage(Id id, std::string &name, bool &is_import) const;
  bool has_contraction_off(Id entry_point) const;
  void find_exact(llvm::ArrayRef<Instruction> bodies);
  void make_kernels();
  void make_kernel(const EntryPoint &entry, llvm::Function &body);
  void describe_modes(Id function, llvm::Function &kernel);
  void describe_arguments(Id function, llvm::Function &kernel);
  std::string type_name(Id id) const;

  const abi::CompileRequest &request_;
  std::unordered_map<Id, Type> types_;
  std::unordered_map<Id, Value> values_;
  std::unordered_map<Id, llvm::Function *> functions_;
  std::unordered_map<Id, llvm::Function *> blocks_;  // kernels by function
  std::unordered_map<Id, Id> function_types_;
  std::unordered_map<Id, std::vector<Id>> parameters_;
  std::unordered_map<Id, std::string> names_, strings_, sets_;
  std::unordered_map<Id, std::vector<Decoration>> decorations_;
  std::unordered_map<Id, std::vector<Instruction>> modes_;  // execution modes by function
  std::unordered_set<Id> exact_;                            // functions that do not contract
  std::unordered_map<Id, spv::StorageClass> forward_pointers_;
  std::unordered_map<Id, Decoration> builtins_;
  std::vector<EntryPoint> entry_points_;
  llvm::DICompileUnit *unit_ = nullptr;
};

// Instructions of these sets change nothing that a program computes.
bool is_debug_set(llvm::StringRef name);
// Refuses names that mean something to LLVM or to the compiler.
void check_symbol(llvm::StringRef name);
llvm::Align alignment(uint64_t bytes);

}  // namespace wherry::compiler::spirv
