// SPDX-License-Identifier: Apache-2.0
// Calls of image functions for any format (kernel_abi/image_calls.def), which libimages-vN.a holds as object code for
// one work-item and for the lanes of a vector.
#pragma once
#include "compiler/ir/kernel_pass.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

struct ImageCall {
  llvm::StringLiteral name;
  char result;                     // 'f' or 'i': four of them; 'v': none
  llvm::StringLiteral parameters;  // of each work-item: 'f' or 'i' each
};
// The first parameters, the same for all work-items: the image, the sampler, the shape.
constexpr unsigned kUniformParameters = 3;

// Whether the value declares one of these functions.
bool is_image_call(const llvm::GlobalValue &value);
// Likewise, or whether it declares a form of one for lanes, or for a known sampler.
bool is_image_function(const llvm::Function &function);
// The image function that an instruction calls, for one work-item or for lanes; null: none.
const ImageCall *image_call_of(const llvm::Instruction &instruction);

// The call's result as four scalars of a structure, which become vectors of lanes, put together to a vector again. The
// call itself is left without a use.
llvm::Value *split_image_call(llvm::IRBuilderBase &builder, llvm::CallInst &call);
// Calls the function for all lanes, `width` at a time, as the library has it. `arguments`: the uniform ones, then a
// vector for each parameter. `mask`: i64, a bit for each active lane. `often`: it may be worth code of its own
// (InlineImageCallsPass). Returns a structure of four vectors, or null.
llvm::Value *call_for_lanes(llvm::IRBuilderBase &builder, const ImageCall &call,
                            llvm::ArrayRef<llvm::Value *> arguments, llvm::Value *mask, unsigned lanes, unsigned width,
                            bool often);

// Likewise the function for texels side by side in a row, all of them, two vectors at a time where there are.
// Coordinates are the first lane's, as numbers where is_scalar_of_row() says so. `first_floor`: of a float x, the floor
// of the first lane's, or -1 if x may not go up by exactly 1 from lane to lane; of an integer x null.
llvm::Value *call_for_row(llvm::IRBuilderBase &builder, const ImageCall &call, llvm::ArrayRef<llvm::Value *> arguments,
                          llvm::Value *first_floor, unsigned lanes, unsigned width, bool often);
bool is_scalar_of_row(const ImageCall &call, unsigned argument);

// Where a kernel's vectors have few accesses to images and do little beside, has them call functions that
// link_near_texels() inlines: code for common formats, behind one comparison, and a call for others.
struct InlineImageCallsPass : KernelPass<InlineImageCallsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};
// Whether code inline is short for a call of one work-item or of lanes: the sampler is known not to filter, and there
// is no level of detail.
bool is_short_image_call(const llvm::CallInst &call);
// The most accesses of a kernel with code inline, and the most instructions of a loop around them, for each vector.
// Inline code makes a build 9 ms longer for each access (of 27 ms without), and pays where calls are most of a loop's
// work (the loop of `bare` in bench_images has 60 instructions).
constexpr unsigned kMostInlineImageCalls = 3, kMostInImageLoop = 150;
// Has fetches of rows in 2D images call functions that keep vector registers and move the lanes of a row that leaves
// the image (codegen/kept_registers.h).
void call_planes(llvm::Module &module);
// Whether the module has calls that link_near_texels() inlines.
bool needs_near_texels(const llvm::Module &module);

// Gives the declarations their attributes.
struct DeclareImageCallsPass : llvm::PassInfoMixin<DeclareImageCallsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

// Turns calls of the form that split_image_call makes into calls of the library again.
struct LowerImageCallsPass : llvm::PassInfoMixin<LowerImageCallsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

// Says for --explain what became of each access to an image. Before LowerImageCallsPass.
struct ExplainImageCallsPass : KernelPass<ExplainImageCallsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

// Whether the module calls one of these functions.
bool needs_image_library(const llvm::Module &module);

}  // namespace wherry::compiler
