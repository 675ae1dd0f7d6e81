// SPDX-License-Identifier: Apache-2.0
// Debug information of a module (OpenCL.DebugInfo.100, NonSemantic.Shader.DebugInfo, NonSemantic.Kernel.DebugInfo) for
// builds with -g: functions, scopes, variables, and their types. All else of these sets is ignored, and so is what
// contradicts itself: debug information never fails a build.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "compiler/frontend/spirv/words.h"
#include "llvm/IR/DIBuilder.h"

namespace wherry::compiler::spirv {

class ModuleReader;

class DebugInfo {
 public:
  explicit DebugInfo(ModuleReader &module) : module_(module) {}

  // Notes an instruction of one of the sets; nodes are made when they are asked for.
  void note(const Instruction &instruction);
  // The subprogram that a function's body names, or that names the function; null: none. Each has one function.
  llvm::DISubprogram *subprogram(Id function, llvm::ArrayRef<Instruction> body);

  // The state of a function that is being read.
  struct Place {
    llvm::DISubprogram *function = nullptr;
    llvm::DILocalScope *scope = nullptr;  // null: the function
    llvm::DILocation *inlined_at = nullptr;
  };
  // Follows an instruction in a function: changes `place`, or adds a variable's record at the end of `block`.
  void read(const Instruction &instruction, Place &place, llvm::BasicBlock &block);
  // The line and column of DebugLine; null: of another instruction.
  llvm::DILocation *line(const Instruction &instruction, const Place &place);
  static llvm::DILocation *location(uint32_t line, uint32_t column, const Place &place);

  // After all functions have been read.
  void finish();

 private:
  const Instruction *find(Id id, uint32_t number) const;
  // Operands behind the set and the instruction's number. A literal of OpenCL.DebugInfo is a constant's id in the
  // others.
  Id id(const Instruction &instruction, size_t index) const;
  uint64_t constant(const Instruction &instruction, size_t index) const;
  uint64_t literal(const Instruction &instruction, size_t index) const;
  bool is_non_semantic(const Instruction &instruction) const;
  std::string string(const Instruction &instruction, size_t index) const;
  llvm::DIFile *file(Id source);

  llvm::DIType *type(Id id);
  llvm::DIType *make_type(Id id, const Instruction &instruction);
  llvm::DIType *make_composite(Id id, const Instruction &instruction);
  llvm::DIType *make_array(const Instruction &instruction);
  llvm::DIType *make_enumeration(const Instruction &instruction);
  llvm::DISubroutineType *function_type(Id id);
  llvm::DISubprogram *subprogram_of(Id id);
  llvm::DILocalScope *scope(Id id, unsigned depth = 0);
  llvm::DILocation *inlined_at(Id id, unsigned depth = 0);
  llvm::DILocalVariable *variable(Id id);
  llvm::DIExpression *expression(Id id) const;
  void add_variable(const Instruction &instruction, bool declares, const Place &place, llvm::BasicBlock &block);

  ModuleReader &module_;
  std::optional<llvm::DIBuilder> builder_;
  llvm::DICompileUnit *unit_ = nullptr;
  std::map<Id, Instruction> noted_;
  std::unordered_map<Id, Id> of_function_;        // OpenCL.DebugInfo's by function
  std::unordered_map<Id, llvm::DIType *> types_;  // null also while the type is being made
  std::unordered_map<Id, llvm::DISubprogram *> subprograms_;
  std::unordered_map<Id, llvm::DILocalScope *> scopes_;
  std::unordered_map<Id, llvm::DILocalVariable *> variables_;
  std::unordered_set<const llvm::DISubprogram *> attached_;
  std::set<std::pair<const llvm::DISubprogram *, uint64_t>> arguments_;  // that have a variable
  unsigned depth_ = 0;
};

}  // namespace wherry::compiler::spirv
