// The contract between compiled kernels and the runtime. The compiler emits these layouts (it takes
// every offset from here by offsetof), the runtime fills and reads them. Plain data, no methods.
#pragma once
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace wherry::abi {

struct GroupContext;
struct KernelInfo;
struct Site;
struct CheckedSite;

// The functions that a kernel may call, in the order of host_calls.def.
struct HostCalls {
#define WHERRY_HOST_CALL(result, name, params) result(*name) params;
#include "kernel_abi/host_calls.def"
#undef WHERRY_HOST_CALL
};

// Where in the source a work-group operation stands.
struct Site {
  const char *kernel;
  const char *file;  // "": the program's own source
  uint32_t line;     // from 1; 0: not known
  uint32_t column;
  uint64_t key;  // made of these, and of where functions were inlined: the same each time the kernel is compiled
};

enum class Operation : uint32_t { copy, tile, fence, wait, barrier, end };  // end: of the kernel

// What a pointer was made from: an index into KernelInfo::args, then on into KernelInfo::local_arrays.
inline constexpr uint32_t kUnknownObject = ~uint32_t{0};

// In a checked module every Site of a work-group operation is one of these, one for each operation.
struct CheckedSite {
  Site site;
  Operation operation;
  uint32_t dst, src;  // of a copy: what its pointers were made from
  uint32_t arrivals;  // 0: the compiler sees that all work-items come here, with the same arguments
};

// Where the pending copies of a checked work-group move data, outside of which kernels need not ask; the
// same from one work-group operation to the next. The addresses from `begin` on, `size` of them. A range begins
// kWatchMargin - 1 before its first byte, so that it holds the address of every access of kWatchMargin bytes or fewer
// that touches it.
struct WatchRange {
  uint64_t begin, size;
};
struct Watch {
  WatchRange ranges[2][2];  // of local, global memory; what must not be read (destinations), what not written (all)
};
inline constexpr uint64_t kWatchMargin = 128;

// The memory behind a buffer argument; of a sub-buffer its own part. Ranges may overlap: one buffer may
// be several arguments, or a part of another.
struct BufferRange {
  std::byte *begin;
  uint64_t size;   // bytes
  uint32_t arg;    // its index
  bool read_only;  // CL_MEM_READ_ONLY: no kernel may write it
};

// A local argument's memory, at `offset` in GroupContext::local_memory.
struct LocalRange {
  uint64_t offset;
  uint64_t size;  // bytes, as clSetKernelArg set it
  uint32_t arg;
};

// One ND-range: the same for all of its work-groups, read-only while it runs.
// Dimensions past work_dim hold size 1, offset 0.
struct Launch {
  uint64_t global_size[3];
  uint64_t global_offset[3];
  uint64_t local_size[3];  // as enqueued; the last groups may be smaller
  uint64_t num_groups[3];
  uint32_t work_dim;
  uint32_t num_buffers;
  const HostCalls *host;
  const KernelInfo *kernel;
  // By rising argument; without null arguments. Of kernels with kUsesAsyncCopies, else none.
  const BufferRange *buffers;
  const LocalRange *locals;
  uint32_t num_locals;
  uint64_t local_bytes, context_bytes;  // of GroupContext::local_memory and item_context
};

// A copy into local memory, which the group's loops make on their way: as fast as they load their tiles, they fetch
// from `next` on, up to the line of `last`; and when `next` comes to `copy_at`, they copy to `to` the block that begins
// kAheadReach before it. Of a copy of several lines, they turn to the next line there, and copy nothing. What is left
// then is the wait's.
inline constexpr uint64_t kAheadBlock = 8192, kAheadReach = kAheadBlock + 4096;
struct AheadLines {
  const std::byte *begin;     // of the line that is being fetched
  uint64_t last;              // byte of each line, 128 or more
  uint64_t left;              // how many follow,
  uint64_t left_in_plane;     // and how many in its plane;
  uint64_t plane;             // in each plane, behind its first
  uint64_t to_line;           // bytes, modulo 2^64, from one to the next, and
  uint64_t besides_to_plane;  // so many more to another plane's
};
struct Ahead {
  const std::byte *next, *last, *copy_at;
  std::byte *to;
  const void *copy;   // the runtime's name for it
  AheadLines *lines;  // null: it is one
  struct Then {
    const std::byte *next, *last;  // null where there is none
    std::byte *to;
    const void *copy;
    AheadLines *lines;
  } then;  // the one that follows
};

// One work-group on one worker. The fields after item_context belong to the runtime;
// kernels read none of them but `ahead` and `plain_stores`.
struct GroupContext {
  const Launch *launch;
  uint64_t group_id[3];
  uint64_t local_size[3];  // of this group
  // Static local memory first (KernelInfo::local_bytes), then the kernel's local arguments, at the
  // offsets that the argument block holds. Aligned to kLocalAlign. Contents undefined at the start.
  std::byte *local_memory;
  // KernelInfo::item_context_bytes * padded_items(number of work-items) bytes, aligned to
  // kContextAlign. Contents undefined at the start.
  std::byte *item_context;
  const Watch *watch;          // of checked modules
  uint64_t last_first;         // of scheduled modules: 1 where the last work-item runs first
  const std::byte *stack_top;  // the kernel's stack lies below
  Ahead ahead;
  uint64_t plain_stores;  // 0: rows of results pass the caches by; else 1
};

inline constexpr uint64_t kLocalAlign = 128;
inline constexpr uint64_t kContextAlign = 128;
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
  sampler,   // reserved
  image,     // reserved
  pipe,      // the address of a Pipe
};

// A pipe as kernels see it, with the functions that work on it, which any work-item may call at any time. `writing`: 0
// or 1, on which side. `size`: of the kernel's packets; where it is not the pipe's nothing is done.
struct Pipe;
struct PipeCalls {
  // 0, or -1: the pipe is empty, or full.
  int32_t (*read)(Pipe *, void *packet, uint32_t size);
  int32_t (*write)(Pipe *, const void *packet, uint32_t size);
  // Reserves `count` packets; 0 where there are not as many.
  uint64_t (*reserve)(Pipe *, uint32_t count, uint32_t writing);
  // Reads, or writes, packet `index` of a reservation; -1 where it has none.
  int32_t (*access)(Pipe *, uint64_t reservation, uint32_t index, void *packet, uint32_t size, uint32_t writing);
  void (*commit)(Pipe *, uint64_t reservation, uint32_t writing);
  uint32_t (*packets)(Pipe *);  // to be read
};
struct Pipe {
  const PipeCalls *calls;
  uint32_t max_packets;
  uint32_t packet_size;  // bytes
};

enum class AccessQualifier : uint32_t { none, read_only, write_only, read_write };

enum TypeQualifier : uint32_t { kTypeConst = 1, kTypeRestrict = 2, kTypeVolatile = 4, kTypePipe = 8 };

struct ArgInfo {
  const char *name;       // "" where the compiler kept none
  const char *type_name;  // as clGetKernelArgInfo reports it
  ArgKind kind;
  AccessQualifier access;
  uint32_t type_qualifiers;  // TypeQualifier bits
  uint32_t offset;           // in the argument block
  uint32_t size;             // bytes in the argument block
  uint32_t align;
  uint32_t pointee_size;   // of pointer arguments: sizeof *p, 0 where unknown
  uint32_t pointee_align;  // of pointer arguments: alignof *p (of local ones: what the runtime keeps)
};

// The work-group function: runs one whole work-group, of any local size. `args` is the argument
// block, KernelInfo::args_size bytes laid out by ArgInfo::offset, the same for all groups.
using KernelEntry = void (*)(const std::byte *args, GroupContext *context);

enum KernelFlags : uint32_t {
  kUsesAsyncCopies = 1,
  kUsesPrintf = 2,
  kUsesBarriers = 4,
  kChecked = 8,     // compiled for the checked mode
  kScheduled = 16,  // compiled for schedules of the async copies
  kDenormsAreZero = 32,
  kAnyGroups = 64,    // its work-items cannot see how they are grouped
  kRows = 128,        // the neighbours that run together reach memory in rows, and nowhere else
  kColumns = 256,     // those in dimension 1 run together, not those in dimension 0
  kStraight = 512,    // without loops: a bounded time, and no work-item waits for anybody outside of its group
  kJoinsRows = 1024,  // kJointRows rows of work-items go together where a group has as many
};

// A local variable of a kernel.
struct LocalArray {
  const char *name;
  uint64_t offset, size;  // bytes, in GroupContext::local_memory
};

struct KernelInfo {
  const char *name;
  const char *attributes;  // as CL_KERNEL_ATTRIBUTES reports them
  const ArgInfo *args;
  KernelEntry entry;
  uint32_t num_args;
  uint32_t args_size;
  uint32_t flags;                        // KernelFlags
  uint32_t local_bytes;                  // static local memory
  uint64_t item_context_bytes;           // per work-item
  uint64_t private_bytes;                // per work-item, as CL_KERNEL_PRIVATE_MEM_SIZE reports it
  uint32_t required_work_group_size[3];  // 0 0 0: none
  uint32_t work_group_size_hint[3];      // 0 0 0: none
  uint32_t num_local_arrays;
  uint32_t sub_group_size;           // work-items, one of kSubGroupSizes
  const LocalArray *local_arrays;    // of checked kernels
  uint32_t required_sub_group_size;  // 0: none
  uint32_t streamed_bytes;           // that a work-item stores in rows which may pass the caches by
};

enum ModuleFlags : uint32_t {
  kUniformWorkGroups = 1,  // the local size must divide the global size
  kAsWritten = 2,          // not optimised, or for a debugger: no variants of it
};

// What a kernel module, an ELF shared object, exports as the symbol kModuleSymbol.
struct Module {
  uint32_t version;  // kVersion
  uint32_t num_kernels;
  const KernelInfo *kernels;
  uint32_t opencl_c_version;       // 100 * major + 10 * minor, of -cl-std
  uint32_t flags;                  // ModuleFlags
  uint64_t global_variable_bytes;  // of program-scope variables, which live and die with the loaded module
};
inline constexpr char kModuleSymbol[] = "wherry_module";

// Another with every change of host_calls.def and of the layouts that kernels see: a module with another
// number is a miss. The first number is raised where only a meaning changes.
inline constexpr uint32_t kVersion = [] {
  uint32_t hash = 3;
  const auto add = [&hash](uint64_t number) { hash = (hash ^ static_cast<uint32_t>(number)) * 16777619u; };
#define WHERRY_HOST_CALL(result, name, params)                                                                         \
  for (const char character : #result " " #name #params) add(static_cast<uint64_t>(character));
#include "kernel_abi/host_calls.def"
#undef WHERRY_HOST_CALL
  for (const uint64_t layout : {sizeof(Site), sizeof(Launch), offsetof(Launch, host), sizeof(GroupContext),
                                offsetof(GroupContext, item_context), sizeof(ArgInfo), sizeof(KernelInfo),
                                sizeof(Module), sizeof(PipeCalls), sizeof(Pipe)})
    add(layout);
  return hash;
}();

}  // namespace wherry::abi
