// Results that pass the caches by.
#pragma once
#include <cstdint>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace wherry::compiler {

// Metadata of a store: each work-item makes it once at most, to a buffer that the kernel does not load from. A node of
// its own for each, with its bytes.
constexpr char kStreamed[] = "wherry.streamed";

// Of a function that form_regions has left: marks them.
void mark_streams(llvm::Function &group);
// Of one that was vectorised since: bytes that each work-item stores in marked rows; 0: stream_stores has nothing to
// do.
uint32_t streamed_bytes(llvm::Function &group);
// Behind all optimisation: rows are stored past the caches where GroupContext::plain_stores is 0.
void stream_stores(llvm::Module &module);

}  // namespace wherry::compiler
