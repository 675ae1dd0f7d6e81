// SPDX-License-Identifier: Apache-2.0
// Images and samplers, by OpenCL C's functions.
#include "compiler/frontend/spirv/function_reader.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace wherry::compiler::spirv {
namespace {

// Image operands, each followed by ids in the order of the bits.
constexpr uint32_t kBias = 1, kLod = 2, kGrad = 4;
// SPIR-V numbers channel orders and types from 0, OpenCL from these.
constexpr uint64_t kFirstOrder = 0x10B0, kFirstType = 0x10D0;

// Numbers in a coordinate of OpenCL C's functions.
unsigned coordinate_width(const Type &image) {
  const bool is_array = image.image[2];
  switch (static_cast<spv::Dim>(image.image[0])) {
  case spv::Dim::Dim2D: return is_array ? 4 : 2;
  case spv::Dim::Dim3D: return 4;
  default: return is_array ? 2 : 1;
  }
}

// "f", "h", or "i": signed and unsigned texels are read by one function, as their format tells.
const char *letter(llvm::Type *texel) {
  llvm::Type *scalar = texel->getScalarType();
  if (scalar->isFloatTy()) return "f";
  if (scalar->isHalfTy()) return "h";
  require(scalar->isIntegerTy(32), "a texel is neither of float, half nor 32-bit integers");
  return "i";
}

}  // namespace

std::string FunctionReader::image_name(Id image) const {
  const Type &type = module_.type(module_.value(image).type);
  require(type.op == spv::Op::OpTypeImage, "an operand is no image");
  const uint32_t access = type.image.size() > 6 ? type.image[6] : 0;
  return "ocl_image" + image_kind(type) + (access == 0 ? "_ro" : access == 1 ? "_wo" : "_rw");
}

// A coordinate may have more components than its image needs, or as many as it needs.
llvm::Value *FunctionReader::coordinates(const Instruction &instruction, size_t index, Id image) {
  llvm::Value *given = operand(instruction, index);
  require((given->getType()->isIntOrIntVectorTy(32)) || given->getType()->isFPOrFPVectorTy(),
          "a coordinate is no number");
  const unsigned width = coordinate_width(module_.type(module_.value(image).type));
  auto *vector = dyn_cast<FixedVectorType>(given->getType());
  const unsigned count = vector ? vector->getNumElements() : 1;
  if (count == width) return given;
  require(vector && (count > width || (width == 4 && count == 3)), "a coordinate has too few components");
  if (width == 1) return component(given, 0);
  SmallVector<int> mask;
  for (unsigned i = 0; i < width; ++i) mask.push_back(i < count ? int(i) : -1);
  llvm::Value *resized = builder_.CreateShuffleVector(given, mask);
  return count < width
             ? builder_.CreateInsertElement(resized, Constant::getNullValue(vector->getElementType()), width - 1)
             : resized;
}

llvm::Value *FunctionReader::read_texel(const Instruction &instruction, Id image, llvm::Value *sampler) {
  llvm::Type *result = module_.ir_type(instruction.type);
  const bool is_depth = module_.type(module_.value(image).type).image[1] == 1;
  std::vector<BuiltinArgument> arguments{{.value = value(image), .opaque = image_name(image)}};
  if (sampler) arguments.push_back({.value = sampler, .opaque = "ocl_sampler"});
  llvm::Value *at = coordinates(instruction, 1, image);
  arguments.push_back({at});
  if (instruction.has(2)) {
    const uint32_t mask = instruction.operand(2);
    require((mask & kBias) == 0, "a bias is not OpenCL's");
    // Level 0 is what the functions without a level read, too.
    if (mask & kLod) {
      auto *constant = dyn_cast<Constant>(operand(instruction, 3));
      if (!constant || !constant->isNullValue()) arguments.push_back({operand(instruction, 3)});
    } else if (mask & kGrad) {
      for (size_t i : {3, 4}) {
        llvm::Value *gradient = operand(instruction, i);
        if (gradient->getType() != at->getType() && gradient->getType()->isVectorTy() && at->getType()->isVectorTy()) {
          // An array's layer has no gradient; gradients of three components are passed as four.
          SmallVector<int> lanes;
          const unsigned have = cast<FixedVectorType>(gradient->getType())->getNumElements();
          const unsigned want = is_array_2d(image) ? 2 : cast<FixedVectorType>(at->getType())->getNumElements();
          for (unsigned lane = 0; lane < want; ++lane) lanes.push_back(lane < have ? int(lane) : 0);
          gradient = builder_.CreateShuffleVector(gradient, lanes);
        }
        arguments.push_back({gradient});
      }
    }
  }
  llvm::Type *four = FixedVectorType::get(result->getScalarType(), 4);
  const bool is_scalar = is_depth && result->getScalarType()->isFloatTy();
  llvm::Value *texel =
      call_builtin(std::string("read_image") + letter(result), is_scalar ? builder_.getFloatTy() : four, arguments);
  if (texel->getType() == result) return texel;
  if (is_scalar) {
    require(result == four, "a texel has not one or four components");
    return builder_.CreateInsertElement(Constant::getNullValue(four), texel, uint64_t{0});
  }
  return texel;
}

bool FunctionReader::is_array_2d(Id image) const {
  const Type &type = module_.type(module_.value(image).type);
  return type.image[2] && static_cast<spv::Dim>(type.image[0]) == spv::Dim::Dim2D;
}

void FunctionReader::write_texel(const Instruction &instruction) {
  const Id image = instruction.operand(0);
  llvm::Value *texel = operand(instruction, 2);
  const bool is_depth = module_.type(module_.value(image).type).image[1] == 1;
  std::vector<BuiltinArgument> arguments{{.value = value(image), .opaque = image_name(image)},
                                         {coordinates(instruction, 1, image)}};
  if (instruction.has(3) && instruction.operand(3) & kLod)
    arguments.push_back({resize(operand(instruction, 4), 32, true)});
  if (is_depth && texel->getType()->isVectorTy()) texel = component(texel, 0);
  require(is_depth ||
              (texel->getType()->isVectorTy() && cast<FixedVectorType>(texel->getType())->getNumElements() == 4),
          "a texel has not four components");
  const std::string name = std::string("write_image") + letter(texel->getType());
  arguments.push_back({texel});
  call_builtin(name, builder_.getVoidTy(), arguments);
}

// Width, height, depth and layers, as far as the image has them, of level 0 or the one that is asked for.
llvm::Value *FunctionReader::image_size(const Instruction &instruction) {
  const Id image = instruction.operand(0);
  const BuiltinArgument argument{.value = value(image), .opaque = image_name(image)};
  const Type &type = module_.type(module_.value(image).type);
  const auto dimension = static_cast<spv::Dim>(type.image[0]);
  llvm::Type *result = module_.ir_type(instruction.type);
  const unsigned bits = result->getScalarSizeInBits();
  require(result->isIntOrIntVectorTy() && bits >= 32, "a size is no integer");
  SmallVector<llvm::Value *> parts;
  auto ask = [&](const char *name) { parts.push_back(call_builtin(name, builder_.getInt32Ty(), argument)); };
  ask("get_image_width");
  if (dimension == spv::Dim::Dim2D || dimension == spv::Dim::Dim3D) ask("get_image_height");
  if (dimension == spv::Dim::Dim3D) ask("get_image_depth");
  if (instruction.op == spv::Op::OpImageQuerySizeLod) {
    llvm::Value *level = resize(operand(instruction, 1), 32, false);
    if (auto *constant = dyn_cast<Constant>(level); !constant || !constant->isNullValue())
      for (llvm::Value *&part : parts)
        part = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umax, builder_.CreateLShr(part, level), i32(1));
  }
  for (llvm::Value *&part : parts) part = resize(part, bits, false);
  if (type.image[2])
    parts.push_back(resize(call_builtin("get_image_array_size", builder_.getInt64Ty(), argument), bits, false));
  auto *vector = dyn_cast<FixedVectorType>(result);
  require((vector ? vector->getNumElements() : 1) == parts.size(), "a size has not as many components as the image");
  if (!vector) return parts[0];
  llvm::Value *made = PoisonValue::get(vector);
  for (auto [i, part] : enumerate(parts)) made = builder_.CreateInsertElement(made, part, i);
  return made;
}

bool FunctionReader::read_image(const Instruction &instruction) {
  auto ask = [&](const char *name, uint64_t first) {
    const Id image = instruction.operand(0);
    llvm::Value *answer =
        call_builtin(name, builder_.getInt32Ty(), {{.value = value(image), .opaque = image_name(image)}});
    answer = builder_.CreateSub(answer, i32(first));
    return define(instruction, resize(answer, module_.ir_type(instruction.type)->getScalarSizeInBits(), false)), true;
  };
  switch (instruction.op) {
  case spv::Op::OpSampledImage:
    require(operand(instruction, 1)->getType()->isIntegerTy(64), "an operand is no sampler");
    (void)image_name(instruction.operand(0));
    sampled_[instruction.result] = {instruction.operand(0), operand(instruction, 1)};
    return true;
  case spv::Op::OpImage: {
    const auto found = sampled_.find(instruction.operand(0));
    require(found != sampled_.end(), "an operand is no sampled image");
    return define(instruction, value(found->second.image)), true;
  }
  case spv::Op::OpImageSampleExplicitLod: {
    const auto found = sampled_.find(instruction.operand(0));
    require(found != sampled_.end(), "an operand is no sampled image");
    return define(instruction, read_texel(instruction, found->second.image, found->second.sampler)), true;
  }
  case spv::Op::OpImageRead:
  case spv::Op::OpImageFetch:
    (void)image_name(instruction.operand(0));
    return define(instruction, read_texel(instruction, instruction.operand(0), nullptr)), true;
  case spv::Op::OpImageWrite: (void)image_name(instruction.operand(0)); return write_texel(instruction), true;
  case spv::Op::OpImageQuerySize:
  case spv::Op::OpImageQuerySizeLod: return define(instruction, image_size(instruction)), true;
  case spv::Op::OpImageQueryFormat: return ask("get_image_channel_data_type", kFirstType);
  case spv::Op::OpImageQueryOrder: return ask("get_image_channel_order", kFirstOrder);
  case spv::Op::OpImageQueryLevels: return ask("get_image_num_mip_levels", 0);
  default: return false;
  }
}

}  // namespace wherry::compiler::spirv
