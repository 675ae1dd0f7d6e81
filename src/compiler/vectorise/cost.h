// SPDX-License-Identifier: Apache-2.0
// Every cost and threshold of vectorising, with its unit and reason. Costs are in simple instructions (one scalar
// addition), unless the row says otherwise; where a row names no kernel, the number lies between what was measured on
// Zen 4 and what Intel says of its cores.
#pragma once
#include <cstdint>

namespace wherry::compiler::cost {

// Costs of an instruction for one work-item.
constexpr double kSimple = 1;
constexpr double kFolded = 0.5;  // phis, addresses and conversions: most become part of another instruction
constexpr double kDivision = 8, kDivisionByConstant = 3, kFloatDivision = 4;  // 3: a product and shifts
constexpr double kAtomic = 20;                  // but in local memory: 18 to 20 cycles, in which little else begins
constexpr double kCall = 4, kPrecompiled = 30;  // 30: a math function's polynomial

constexpr double kImageCall = 60;  // a linear sample of an image whose format is not known

// Costs of vectors. For each lane:
constexpr double kImageCallLane = 8;  // the same, in a call for all lanes
constexpr double kGatherLane = 3, kScatterLane = 5;
constexpr double kMaskBranchLane = 5;  // an access under a mask without an instruction for it: a branch for each lane
constexpr double kByLane = 6;          // to take a lane's operands out of vectors and to put the result back
constexpr double kDivisionLane = 2;    // divisions of 64 bits without AVX-512: the same, in registers
constexpr double kMemberLane = 1.5;    // all members of one lane, loaded at once
// For each register:
constexpr double kDividedFloats = 12;  // integers of at most 32 bits, divided as floats or doubles, with conversions
constexpr double kDividedLongs = 20;   // integers of 64 bits, in two steps
constexpr double kShuffleMembers = 2;  // to transpose members
constexpr double kPermute = 2;         // elements out of a table in registers, two at most
constexpr double kPermuteBytes = 9;    // bytes out of one in four registers: loads, permutations, a choice, a check
constexpr double kMaskedAccess = 2, kMaskedStoreAvx2 = 8;
// Elements of 8 and 16 bits out of gathered words: where they lie, a shift, and a conversion. A table of bytes took
// 0.22 ns an element, 0.80 with each address out of its vector and each element into another, 0.28 one by one,
// unrolled.
constexpr double kElementOfWord = 4;
constexpr double kMaskedBranch = 0.25;  // masks joined, beside the arithmetic: 80 of 3,350 instructions took no time
constexpr double kMostlyAllLanes = 4;   // no masked instruction, but all lanes in all iterations but the last
// A jump around a block that no lane enters.
constexpr double kGuard = 2;

// Iterations of an inner loop for which LLVM's vectors pay, with their checks before and a remainder behind.
constexpr unsigned kLeastInnerTrips = 64;

// A branch that data decide costs a scalar loop 18 cycles, some 45 instructions, in one case of four; the branch that
// leaves a loop once in its iterations. Merging sorted arrays took 4.4 times as long one by one as on 16 lanes,
// intersecting lists 3 times, walking decision trees 2.2 times, where estimates without these were 0.7 to 1.
constexpr double kMispredicted = 12, kMispredictedExit = 3;
// A gathered element of a private array that loops scatter to, a lane, where data decide how often the loop runs: no
// load forwards what several stores wrote, and lanes wait for the one whose stack is deepest (walks over trees with a
// stack took 5 times as long as one by one).
constexpr double kUnforwardedLane = 40;

// How often code runs.
constexpr double kIterations = 8;             // of a loop, for want of a count
constexpr double kDivergentIterations = 1.3;  // times as many where lanes leave one by one: until the last has left
constexpr double kActiveLanes = 0.7;          // of a predicated block's lanes; no measurement, between half and all

// A far access one by one finds its cache line evicted when the next work-item comes (histogram of bytes: 1.5 to 1.8
// of Intel's speed with vectors, 0.3 to 0.6 without).
constexpr double kFarLine = 8;

// How many times the estimates of work-items together and one by one must differ for the launches' own times not to be
// asked: where the worse of the two was chosen, over 580 kernels of others, estimates were 1.06 to 2.6 apart.
constexpr double kDoubt = 4;
// Likewise where data tell when lanes leave a loop: all wait for the last one, or few iterations are the rule. Tests
// for primes were 16 times slower as lanes than estimated, a heap sort 8 times faster.
constexpr double kDoubtByData = 16;
// Likewise where most of the vectors' cost are gathers: how fast these are hangs on the CPU and on where the data lie
// (a camera's packed bits and a table of 16 bits were 1.5 times slower as lanes than one by one, and estimated 4.5
// times faster: 6.8 apart).
constexpr double kDoubtByGathers = 8;

// Limits of vectorisation.
constexpr uint64_t kMaxLaneBytes = 128 * 1024;  // of all lanes' private variables: they are on the worker's stack
constexpr unsigned kMostInstructions = 20'000;  // of an item loop, to keep builds short
constexpr unsigned kMostCopied = 500;           // of an item loop that is to become two, likewise
constexpr unsigned kMostElements = 4;           // of a work-item's own vectors that are always split
// Elements of a copy that becomes straight-line code, in which neighbouring members are loaded together; longer copies
// become loops, to keep the code small.
constexpr uint64_t kMostWithoutLoop = 32;

// Wider vectors of a work-item. Elements alive at once that are worth a register each: more of them spill. With 32
// registers of 64 bytes about 100 elements took 1.4 times as long as vectors, with 16 of 32 bytes about 50 took 0.7
// times.
constexpr unsigned kMostLive512 = 64, kMostLive = 56;
constexpr double kChains =
    4;  // operations that wait for each other a CPU runs at once: 4 cycles each, one or two begin in a cycle

// Work-items together, each with wide vectors of its own (interleave.h). Cycles until a result is there, and operations
// that begin in a cycle, of 512 bits on Zen 4, where MD5's rounds of four operations took 7 cycles; instructions that
// the schedulers hold while they wait. MD5 in uint16 went 1.58 times as fast by two and 1.86 times by three, SHA-1 1.12
// times.
constexpr double kIntegerLatency = 1.75, kFloatLatency = 4, kLoadLatency = 5, kBegunPerCycle = 2, kWindow = 128;
constexpr double kLogic = 0.5;         // of an operation: with AVX-512 one instruction computes two
constexpr double kLeastWaiting = 1.2;  // times the cycles that begin operations
// How long an iteration waits, in times of what its operations take to begin, for two vectors at once to gain more than
// is lost by lanes that have left the loop and wait for the last one. In a Mandelbrot set's loop that is 9 cycles to 5,
// by llvm-mca; it ran 1.4 times as fast of 768 x 512 points, and 1.2 times of 256 x 256.
constexpr double kLeastWaitingLanes = 1.5;
constexpr unsigned kMostTogether = 4;  // what hides the latency of floats' additions
// Operations that begin in a cycle on Zen 5. A CPU that begins fewer loses nothing by more vectors in flight, as long
// as registers hold the vectors' values.
constexpr double kMostBegunPerCycle = 4;
// Values alive of all vectors in flight, times the registers. In blocks longer than the window, where a vector waits
// most of its time, more of them may spill: MD5, unrolled, with 21 values a vector, went 1.66 and 2.76 times as fast by
// two and four vectors, SHA-256 with 28 values 1.41 and 1.21 times.
constexpr double kMostAlive = 0.9, kMostAliveInLongCode = 2.7;
// Values alive of a vector with gathers that two are in flight of, by the registers; bytes of a gather's element.
constexpr double kMostAliveByGathers = 0.75;
constexpr unsigned kMostGatheredBytes = 8;
constexpr double kMostLongCode = 2500;  // IR instructions of such a block, times the vectors, to keep builds short
// Loads at uniform addresses in code without a loop, by the instructions of a vector, for more than two vectors to
// share them. A convolution by 25 weights, unrolled, with a load and a product of each, went 1.08 times as fast by
// four.
constexpr double kLeastSharedLoads = 0.4;
constexpr double kLeastGain = 1.1;    // times as fast, by such estimates, for twice as many vectors
constexpr double kMostSpilled = 1.5;  // times the registers: values alive of all work-items, more than two of them
constexpr unsigned kMostInterleaved = 10'000;  // IR instructions of an item loop, to keep builds short

// Lanes.
constexpr unsigned kMostRegisters = 4;  // of a value, where lanes are as many as share a cache line
constexpr unsigned kMostInFlight =
    64;  // lanes of several vectors in flight: item loops of regroupable kernels are longer
constexpr unsigned kMostLineLoop = 40;    // IR instructions of a loop whose far accesses widen the vectors, and
constexpr unsigned kMostLineItems = 150;  // of its item loop: in longer ones values spill (2.7 times as long)

// Full vectors, masked epilogue, scalar remainder.
constexpr unsigned kMostEpilogue = 2000;  // IR instructions of an item loop that is worth a second vector copy
// A long item loop is one masked vector copy where masks take no more than this of the vectors' costs; a shorter one
// is built fast in any case.
constexpr double kMostMasks = 0.01;
constexpr unsigned kLeastMasked = 500;   // IR instructions
constexpr double kEpilogueMargin = 1.2;  // times the estimate: it has no masks in it
constexpr double kLeastItems = 2;        // work-items of an epilogue: one goes faster alone
constexpr double kLeastRemainder = 4;    // work-items: if the epilogue pays from fewer on, a third copy does not
constexpr int64_t kNearMembers = 4;      // elements from lane to lane: an access group, under a mask, too

// IR instructions of a kernel that is built twice, for buffers that lie apart (opt/reshape): 1,000 take some 70 ms
// more. A variant does the same for longer ones, in the background.
constexpr unsigned kMostTwice = 1000;

// Loops over the grid (vectorise/grid_loops, opt/reshape): IR instructions outside of the loop, which each iteration
// repeats; ids, conversions and the addresses of a window's five rows have fewer. Loads among them.
constexpr unsigned kMostAnew = 64, kMostLoadsAnew = 4;
// Instructions whose values iterations of a loop hand on: a window of five rows by five computes five elements, with
// their indices and conversions.
constexpr unsigned kMostHandedOn = 64;
// Work-items for which the interchange pays: fewer are no full vector, and a loop of one item alone may be contiguous
// itself.
constexpr unsigned kLeastGridItems = 8;
// Iterations of a loop that becomes a dimension: of a loop over the grid two vectors (where sixteen hashes were a
// dimension, their vectors were not two in flight, and took 1.4 times as long), of another loop as many as a line has
// bytes: what 34 iterations reach stays in the cache for a work-item, and a transposition of 34 columns took 1.5 times
// as long by tiles. Of a loop along rows, a vector: sums over 16 channels of bytes for each pixel went 7 times as fast.
constexpr uint64_t kLeastGridIterations = 32, kLeastIterations = 64, kLeastIterationsAlongRows = 16;
// Work-items of each dimension that a divided index becomes: one vector. Segments (vectorise/segments.h) are as fast
// for shorter rows.
constexpr uint64_t kLeastDividedItems = 16;
// Ranges of one argument's memory that the host compares before a launch: rows and planes around the one that is
// stored.
constexpr unsigned kMostRanges = 4;

// Ranges of items that pass a guard: work-items of a known number for which bounds are computed; a few vectors ask as
// fast. Known steps from item to item: of shorter ones, masked vectors have more lanes at work.
constexpr unsigned kLeastCutLoop = 64, kLeastStep = 8;

// Items of a known number whose vectors all have masks, rather than that lanes are peeled once or twice in each loop.
constexpr unsigned kMostAsked = 256;

// Guards of predicated blocks: IR instructions that run without lanes rather than behind a jump that is mispredicted.
constexpr unsigned kLeastGuarded = 12, kGuardedAccess = 6;

// Per-lane contiguous streams: iterations at a time (16 bytes of float: one load a lane), IR instructions of the loop,
// and elements from lane to lane that contiguous accesses and access groups can still cover.
constexpr unsigned kStreamIterations = 4, kMostStreamLoop = 40;
constexpr int64_t kMostNearStride = 4;

// Windows that borders cut (align-windows): the most operations between a counter and an address; the most iterations
// of a constant window that is used without a comparison at run time if a loop has three windows or more (filters reach
// at most 31 to each side, mostly); the most of a constant window that is used although a work-item may have few of
// them: of 8 iterations, an aligned loop took 0.3, 0.6, 1.1 and 2.5 times as long as gathers for work-items with 8, 4,
// 2 and 1.
constexpr unsigned kMostWindowSteps = 16, kMostKnownWindow = 64, kMostShortWindow = 8;
// A window of more than kMostSkipped iterations is used by work-items that have at least one in kLeastPart of them (by
// the times above a quarter breaks even). Where the loop has another exit, these work-items must also begin within the
// window's first kMostSkipped iterations: an early exit would not repay more that are skipped.
constexpr unsigned kLeastPart = 4, kMostSkipped = 64;

// Segments of an item loop, between multiples of a divisor: items of the shortest, which fills a register; divisions of
// which each segment computes its own.
constexpr unsigned kLeastSegment = 16, kMostDivisions = 6;
// Segments in segments: of an image, a plane, a row and a column out of one index.
constexpr unsigned kMostNestedSegments = 3;
// Of a mask or a shift, items of the longest: what keeps more bits cuts off an integer's upper half.
constexpr unsigned kMostSegment = 1 << 20;

// Sums of gathered elements, unrolled (spmv_csr: 1.03 to 1.15 times as fast): IR instructions of the loop, copies.
constexpr unsigned kMostGatheredLoop = 20, kGatheredCopies = 8;

// Access groups: members of one load or store. Strided loads and stores: elements from lane to lane
// (docs/vectorising.md).
constexpr unsigned kMostMembers = 8;
// Of all elements of a lane, the next lane's behind them: nine of a lattice's cell, which would be scattered, took 0.6
// of the time. 16 become two groups of 8.
constexpr unsigned kMostContiguousMembers = 15;
constexpr int64_t kMostStridedLoad = 4, kMostStridedStore = 4;
// Gathers that become two contiguous loads and a permutation, if the lanes' elements lie near one another. The least
// number of lanes: a gather of four elements has as many micro-operations (no measurement). The greatest lane stride,
// in elements: 16 lanes of 4 bytes with this stride fill both registers. The greatest factor of an index that
// neighbouring lanes share (`x / 16 * 16`).
constexpr unsigned kLeastNearLanes = 8;
constexpr int64_t kMostNearSteps = 2;
constexpr uint64_t kMostNearFactor = 16;
// Tables: bits of what is added to an address that is the same for all lanes, with sums well within 32 bits.
constexpr unsigned kMostTableBits = 28;
constexpr unsigned kBlockBits = 128;  // of a register, within which shuffles are cheapest (x86)

// How far code is searched: operations of an expression, of an index (a clamped one of a resized picture has ten),
// conditions joined, users of a value.
constexpr unsigned kMostSteps = 8, kMostIndexSteps = 12, kMostConditions = 16, kMostUsers = 64;

// Lane dimension: an access of a whole vector of 16 lanes, contiguous or not, and a loop's iterations, up to a depth.
constexpr double kContiguousVector = 1, kGatherVector = 16, kScatterVector = 20, kDimensionIterations = 10;
constexpr unsigned kMostLoopDepth = 4;
constexpr uint64_t kLeastLanesElsewhere = 16;  // of a known local size: a vector

}  // namespace wherry::compiler::cost
