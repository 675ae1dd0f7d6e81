// SPDX-License-Identifier: Apache-2.0
// Names of the metadata and attributes that passes leave for later passes. What a kernel has as a whole stands in
// kernel_facts.h, what a module has in module_options.h.
#pragma once

namespace wherry::compiler {

// String attributes of functions that are read outside of kernel_facts.h too: a work-group function's kernel, the size
// of all work-groups, and that neither a kernel nor any function it calls has a loop.
constexpr char kKernelName[] = "wherry-kernel";
constexpr char kLocalSize[] = "wherry-local-size";
constexpr char kBuffersApart[] = "wherry-buffers-apart";
constexpr char kReshaped[] = "wherry-reshaped";
constexpr char kBlock[] = "wherry-block";
constexpr char kLoopFree[] = "wherry-loop-free";
// Of a function that a SPIR-V module imports.
constexpr char kSpirvImport[] = "wherry-spirv-import";
// Attributes of SPIR-V functions: a kernel with the execution mode ContractionOff, and a function whose floating-point
// operations may be fused; linking takes the latter away from what such a kernel reaches.
constexpr char kContractionOff[] = "wherry-contraction-off";
constexpr char kContracts[] = "wherry-contracts";
// String attribute of a function whose operations of several work-items are to stay side by side.
constexpr char kInterleaved[] = "wherry-interleaved";
// String attribute of a function with item loops that have several vectors in flight: the largest number of them.
constexpr char kVectorsInFlight[] = "wherry-vectors-in-flight";

// Metadata of an item loop (lower/regions): at its induction phi, at the comparison and at the branch that end an
// iteration. Of the loops around it, over the other dimensions: at the phi.
constexpr char kItemLoop[] = "wherry.item_loop";
constexpr char kOuterItemLoop[] = "wherry.outer_item_loop";

// Metadata of the induction phi of a loop over sub-groups, which make progress independently of each other.
constexpr char kSubGroupLoop[] = "wherry.sub_group_loop";
// String attribute of a function that runs one sub-group of a region: the work-group function's name.
constexpr char kSubGroupOf[] = "wherry-sub-group-of";

// Metadata of a condition that is speculatively uniform: lanes agree on it in nearly every vector, and a vector whose
// lanes do not is peeled, or left to the scalar remainder.
constexpr char kSpeculativelyUniform[] = "wherry.speculatively_uniform";

// Metadata of a load of a buffer's address from the argument block, a node for each argument: the buffers of such
// arguments do not overlap in any launch, or are reached by restrict pointers.
constexpr char kApart[] = "wherry.apart";

// Metadata of a private variable that all work-items of a work-group share.
constexpr char kSharedVariable[] = "wherry.shared";

// Metadata of a work-group operation that has its abi::Site already.
constexpr char kSiteMetadata[] = "wherry.site";

// Metadata of a work-group function that is checked for races: the table of its accesses' sites.
constexpr char kRaceSites[] = "wherry.race_sites", kRaceVariables[] = "wherry.race_variables";

// Synchronisation scope of atomic operations and fences that order no other work-group.
constexpr char kWorkGroupScope[] = "workgroup";
// Metadata of a fence from SPIR-V: OpenCL C's flags of the memory that it orders, a number. Without it: all memory.
constexpr char kFenceFlags[] = "wherry.fence_flags";

// Metadata of a reshaped work-group function: the function that tells the host the other ND-range.
constexpr char kShape[] = "wherry.shape";

// Metadata of a store that each work-item makes at most once, to a buffer that the kernel does not load from: a node of
// its own for each store, with the store's bytes.
constexpr char kStreamed[] = "wherry.streamed";

// Metadata of terminators, from the front end: `kLoopHeader` a loop's own node; `kExitOf` lists the loops in which the
// source has a block that only leads out of them.
constexpr char kLoopHeader[] = "wherry.loop_header";
constexpr char kExitOf[] = "wherry.exit_of";

}  // namespace wherry::compiler
