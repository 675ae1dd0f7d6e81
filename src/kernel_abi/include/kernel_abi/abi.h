// SPDX-License-Identifier: Apache-2.0
// The contract between compiled kernels and the runtime. Its structs stand in launch.def (the runtime fills them,
// kernels read them at the offsets that the compiler takes from here) and module.def (the compiler emits them, the
// runtime reads them): plain data, no methods.
#pragma once
#include <cstddef>
#include <cstdint>

namespace wherry::abi {

#define WHERRY_STRUCT(name) struct name;
#define WHERRY_FIELD(type, name, ...)
#define WHERRY_FUNCTION(result, name, parameters)
#define WHERRY_END
#include "kernel_abi/layouts.def"

// Runs one sub-group through a region, with what the work-group function has captured for it.
using SubGroupCode = void (*)(uint64_t sub_group, const void *captured);

// The functions that a kernel may call, in the order of host_calls.def.
struct HostCalls {
#define WHERRY_HOST_CALL(result, name, params) result(*name) params;
#include "kernel_abi/host_calls.def"
#undef WHERRY_HOST_CALL
};

// end: of the kernel; group_function, sub_group_function: work-group and sub-group functions besides barriers.
enum class Operation : uint32_t {
  copy,
  tile,
  fence,
  wait,
  barrier,
  end,
  group_function,
  sub_group_barrier,
  sub_group_function
};

// What a CheckPlace reports, with the numbers a and b of host call `report`.
enum class Mistake : uint32_t {
  out_of_bounds,      // a: the offset in the object, or the address in no known one; b: bytes accessed
  misaligned,         // likewise
  texel_outside,      // a: x in the low half and y; b: z
  division_by_zero,   // a: the dividend
  quotient_overflow,  // the least number divided by -1
  shift_count,        // a: by how much; size: bits of the value
  conversion,         // a: the bits of the value, as a double's
  index_overflow,     // a, b: the operands
  made_nan,
  other_argument,  // a: passed to a sub-group function; b: by the first work-item
  absent_lane,     // a: the sub-group local id asked for
  cluster_size,    // a: the cluster size passed
  trap,            // the program's own trap instruction
};

enum class AccessKind : uint32_t { none, read, write, update };

// Of CheckedSite: what a pointer was made from: an index into KernelInfo::args, then on into KernelInfo::local_arrays.
inline constexpr uint32_t kUnknownObject = ~uint32_t{0};

// Shadow memory of races (RaceState). A chunk is so much of the address space.
inline constexpr unsigned kRaceChunkShift = 22;
inline constexpr unsigned kRaceItemShift = 3;  // of the work-item in a word of global memory; below it its kind
// How an access is described beside its word: the size in bytes, the address space as __wherry_space has it, and
// whether a value comes with it.
inline constexpr uint64_t kRaceSizeMask = (uint64_t{1} << 48) - 1, kRaceSpaceMask = 7;
inline constexpr unsigned kRaceSpaceShift = 48, kRaceValueShift = 51;
// The value of a store of more than 8 bytes: `sum = (sum + word) * kRaceValueFactor` for each word of 8 bytes;
// the last word is filled up with zeros.
inline constexpr uint64_t kRaceValueFactor = 0x9e3779b97f4a7c15;
inline constexpr uint64_t kMostRaceValue = 128;  // bytes: a vector of 16 numbers
inline constexpr uint64_t kRacePrivate = 0, kRaceGlobal = 1, kRaceLocal = 3;
inline constexpr uint32_t kNoRaceSite = (1 << 12) - 1;
// CLK_LOCAL_MEM_FENCE, CLK_GLOBAL_MEM_FENCE, CLK_IMAGE_MEM_FENCE.
inline constexpr uint32_t kLocalMemFence = 1, kGlobalMemFence = 2, kImageMemFence = 4;

// Of a call of image_calls.def, as kernels-builtins/images.h has them: coordinates that a filter sees, whether a layer
// follows them, whether a level is given. For host call race_texels: whether the coordinates are floats.
inline constexpr uint32_t kShapeDimensions = 3, kShapeLayers = 4, kShapeLevels = 8, kShapeFloats = 16;

// Shadow memory, which tells of each bit whether it is unwritten (UninitState), is in chunks, one for each
// 2^kUninitChunkShift bytes of the address space. kUninitSlack more bytes follow each chunk: as many as an access may
// reach.
inline constexpr unsigned kUninitChunkShift = 22;
inline constexpr uint64_t kUninitSlack = 256;
// What depends on unwritten memory.
enum class UninitUse : uint32_t { branch, address, output, other, update };

// Bytes.
inline constexpr uint64_t kWatchMargin = 128;                                    // of WatchRange
inline constexpr uint64_t kAheadBlock = 8192, kAheadReach = kAheadBlock + 4096;  // of Ahead
inline constexpr uint64_t kLocalAlign = 128;                                     // of GroupContext::local_memory
inline constexpr uint64_t kContextAlign = 128;                                   // of GroupContext::item_context
inline constexpr uint64_t kArgsAlign = 128;  // of the argument block, as its widest argument needs

// Structure-of-arrays slots are padded to a multiple of this many work-items, so that each slot
// array starts aligned for whole vectors.
inline constexpr uint64_t kItemPadding = 16;
constexpr uint64_t padded_items(uint64_t items) { return (items + kItemPadding - 1) / kItemPadding * kItemPadding; }

// Work-items of a sub-group, but for the last ones of groups: what kernels may ask for; others have one of these too.
inline constexpr uint64_t kSubGroupSizes[] = {8, 16, 32};

enum class ArgKind : uint32_t {
  value,     // `size` bytes, by value
  global,    // a device address (8 bytes), or null
  constant,  // likewise
  local,     // 8 bytes: the offset of the argument's memory in GroupContext::local_memory
  sampler,   // 8 bytes: SamplerBits
  image,     // the address of an Image
  pipe,      // the address of a Pipe
  queue,     // the runtime's name for an on-device queue
};

enum class AccessQualifier : uint32_t { none, read_only, write_only, read_write };

enum TypeQualifier : uint32_t { kTypeConst = 1, kTypeRestrict = 2, kTypeVolatile = 4, kTypePipe = 8 };

// Of ImageFormat::read_from: a component that no channel holds.
inline constexpr uint32_t kComponentZero = 4, kComponentOne = 5;

// CLK_NULL_EVENT.
inline constexpr uintptr_t kNullEvent = ~uintptr_t{0};

// A sampler's value. The low half is what OpenCL C's sampler literals are made of (CLK_...).
enum SamplerBits : uint64_t {
  kSamplerNormalised = 1,
  kSamplerAddressing = 0xE,  // mask of the following
  kSamplerAddressNone = 0,
  kSamplerClampToEdge = 2,
  kSamplerClamp = 4,  // to the border colour
  kSamplerRepeat = 6,
  kSamplerMirroredRepeat = 8,
  kSamplerNearest = 0x10,
  kSamplerLinear = 0x20,
  // Between the levels of a mipmap. Literals have none of the two: the nearest, of all levels.
  kSamplerMipNearest = 0x100,
  kSamplerMipLinear = 0x200,
};
// The least and the greatest level of detail, 16 bits each from these bits on, in 1/256 of a level.
inline constexpr unsigned kSamplerLodMinShift = 32, kSamplerLodMaxShift = 48;

// The work-group function: runs one whole work-group, of any local size. `args` is the argument
// block, KernelInfo::args_size bytes laid out by ArgInfo::offset, the same for all groups.
using KernelEntry = void (*)(const std::byte *args, GroupContext *context);

// KernelInfo::shape. `sizes`: the global size, which it replaces, then the local size.
using ShapeFunction = bool (*)(const std::byte *args, uint64_t sizes[6]);

// Work-items of a work-group: CL_DEVICE_MAX_WORK_GROUP_SIZE.
inline constexpr size_t kMaxWorkGroupSize = 4096;

enum KernelFlags : uint32_t {
  kUsesAsyncCopies = 1,
  kUsesPrintf = 2,
  kUsesBarriers = 4,
  kChecked = 8,     // compiled for the checked mode
  kScheduled = 16,  // compiled for schedules of the async copies
  kDenormsAreZero = 32,
  kRegroupable = 64,    // nothing in it depends on how its work-items are grouped
  kContiguous = 128,    // lanes reach memory contiguously only
  kLanesAlongY = 256,   // the lanes of vectors are neighbours in dimension 1, not 0
  kLoopFree = 512,      // ends in a bounded time, and waits for no other work-group
  kEnqueues = 1024,     // may enqueue kernels
  kVectorised = 2048,   // an item loop runs as vectors
  kGridLoops = 4096,    // item loops run several times, a round of a loop over the grid each
  kLanesAlongZ = 8192,  // as kLanesAlongY, of dimension 2
  kNeedsApart = 16384,  // for launches whose buffers do not overlap
};

enum ModuleFlags : uint32_t {
  kUniformWorkGroups = 1,  // the local size must divide the global size
  kAsWritten = 2,          // not optimised, or for a debugger: no variants of it
};

// A number that is known only once a kernel's code is generated.
struct StackBytes {
  uint64_t bytes;
};

#define WHERRY_STRUCT(name) struct name {
#define WHERRY_FIELD(type, name, ...) type name __VA_ARGS__;
#define WHERRY_FUNCTION(result, name, parameters) result(*name) parameters;
#define WHERRY_END                                                                                                     \
  }                                                                                                                    \
  ;
#include "kernel_abi/layouts.def"

inline constexpr char kModuleSymbol[] = "wherry_module";

// Hash of the host calls, and of every field: its type, name, offset and size. A module with another version is a
// miss. Raise the first number where only a meaning changes.
inline constexpr uint32_t kVersion = [] {
  uint32_t hash = 7;
  const auto add = [&hash](uint64_t number) { hash = (hash ^ static_cast<uint32_t>(number)) * 16777619u; };
  const auto add_text = [&add](const char *text) {
    for (; *text; ++text) add(static_cast<uint64_t>(*text));
    add(0);
  };
#define WHERRY_HOST_CALL(result, name, params) add_text(#result " " #name #params);
#include "kernel_abi/host_calls.def"
#undef WHERRY_HOST_CALL

#define WHERRY_STRUCT(name)                                                                                            \
  {                                                                                                                    \
    using Struct = name;                                                                                               \
    add_text(#name);                                                                                                   \
    add(sizeof(Struct));
#define WHERRY_FIELD(type, name, ...)                                                                                  \
  add_text(#type " " #name #__VA_ARGS__);                                                                              \
  add(offsetof(Struct, name));                                                                                         \
  add(sizeof(Struct::name));
#define WHERRY_FUNCTION(result, name, parameters) WHERRY_FIELD(result, name, parameters)
#define WHERRY_END }
#include "kernel_abi/layouts.def"
  return hash;
}();

}  // namespace wherry::abi
