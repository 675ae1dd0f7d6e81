// SPDX-License-Identifier: Apache-2.0
// Heat in a box of cells, cut into a box for each MPI rank. While a rank's device computes the cells that need no
// neighbour, the faces travel, from and into shared virtual memory. README.md says how to run it.
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>

#include "box.h"

namespace {

constexpr char kUsage[] =
    "mpiexec -n RANKS halo [--cells 256x256x256] [--weak] [--steps 50] [--platform Wherry] [--no-check]\n"
    "  --cells     of the whole field; with --weak, of each rank's box\n"
    "  --no-check  does not compare the result with that of one rank\n";

struct Options {
  Size3 cells{256, 256, 256};
  int steps = 50;
  bool weak = false, check = true;
  std::string platform;
};

Options parse(int count, char **words) {
  Options options;
  for (int i = 1; i < count; ++i) {
    std::string word = words[i];
    auto value = [&] {
      if (++i == count) throw std::runtime_error(word + " needs a value\n" + kUsage);
      return std::string(words[i]);
    };
    if (word == "--cells") {
      Size3 &n = options.cells;
      if (std::sscanf(value().c_str(), "%ux%ux%u", &n[0], &n[1], &n[2]) != 3 || !n[0] || !n[1] || !n[2])
        throw std::runtime_error("--cells takes three numbers, as 256x256x256");
    } else if (word == "--steps") {
      options.steps = std::max(2, std::atoi(value().c_str()));  // the first is not timed
    } else if (word == "--platform") {
      options.platform = value();
    } else if (word == "--weak") {
      options.weak = true;
    } else if (word == "--no-check") {
      options.check = false;
    } else {
      throw std::runtime_error(kUsage);
    }
  }
  return options;
}

std::string read_kernels(const std::string &program) {
  const std::string path = program.substr(0, program.rfind('/') + 1) + "halo.cl";
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// The part of `whole` cells that belongs to `place` of `places`.
uint32_t part_begin(uint32_t whole, int place, int places) { return uint32_t(uint64_t(whole) * place / places); }

struct Grid {
  MPI_Comm comm;
  int rank, ranks, places[3], place[3], neighbours[6];
  Size3 whole, first, size;
};

Grid make_grid(const Options &options) {
  Grid grid{};
  MPI_Comm_size(MPI_COMM_WORLD, &grid.ranks);
  MPI_Dims_create(grid.ranks, 3, grid.places);
  // The greatest count cuts z, whose faces are contiguous: sorted as MPI gives them, x is cut least.
  std::reverse(std::begin(grid.places), std::end(grid.places));
  const int periodic[3] = {0, 0, 0};
  MPI_Cart_create(MPI_COMM_WORLD, 3, grid.places, periodic, 1, &grid.comm);
  MPI_Comm_rank(grid.comm, &grid.rank);
  MPI_Cart_coords(grid.comm, grid.rank, 3, grid.place);
  for (int d = 0; d < 3; ++d) {
    grid.whole[d] = options.cells[d] * (options.weak ? grid.places[d] : 1);
    grid.first[d] = part_begin(grid.whole[d], grid.place[d], grid.places[d]);
    grid.size[d] = part_begin(grid.whole[d], grid.place[d] + 1, grid.places[d]) - grid.first[d];
    MPI_Cart_shift(grid.comm, d, 1, &grid.neighbours[2 * d], &grid.neighbours[2 * d + 1]);
    if (grid.whole[d] < uint32_t(grid.places[d]))
      throw std::runtime_error("too few cells for " + std::to_string(grid.ranks) + " ranks");
  }
  return grid;
}

struct Times {
  std::vector<double> steps;  // seconds
  double all = 0, exchange = 0, hidden = 0;
};

Times run(Box &box, const Grid &grid, int steps) {
  std::array<bool, 6> sides;
  for (int side = 0; side < 6; ++side) sides[side] = grid.neighbours[side] != MPI_PROC_NULL;
  MPI_Barrier(grid.comm);
  Times times;
  const double begun = MPI_Wtime();
  for (int step = 0; step < steps; ++step) {
    const double step_begun = MPI_Wtime();
    box.begin(sides);
    const auto packed = std::chrono::steady_clock::now();
    std::vector<MPI_Request> requests;
    for (int side = 0; side < 6; ++side) {
      if (!sides[side]) continue;
      const int cells = static_cast<int>(box.face(side).cells());
      // What leaves by one side arrives at the other one of the neighbour: the number of the side it arrives at.
      MPI_Irecv(box.incoming(side), cells, MPI_FLOAT, grid.neighbours[side], side, grid.comm, &requests.emplace_back());
      MPI_Isend(box.outgoing(side), cells, MPI_FLOAT, grid.neighbours[side], side ^ 1, grid.comm,
                &requests.emplace_back());
    }
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    const auto arrived = std::chrono::steady_clock::now();
    box.end(sides);
    // The exchange is hidden while the device computes.
    const std::chrono::duration<double> took = arrived - packed, busy = std::min(box.inner_end(), arrived) - packed;
    times.exchange += took.count();
    times.hidden += std::max(busy.count(), 0.0);
    times.steps.push_back(MPI_Wtime() - step_begun);
  }
  MPI_Barrier(grid.comm);
  times.all = MPI_Wtime() - begun;
  return times;
}

// The whole field at rank 0, from each rank's box.
std::vector<float> gather(const Grid &grid, const std::vector<float> &own) {
  std::vector<float> whole;
  if (grid.rank != 0) {
    MPI_Send(own.data(), static_cast<int>(own.size()), MPI_FLOAT, 0, 0, grid.comm);
    return whole;
  }
  whole.resize(size_t(grid.whole[0]) * grid.whole[1] * grid.whole[2]);
  for (int rank = 0; rank < grid.ranks; ++rank) {
    int place[3];
    MPI_Cart_coords(grid.comm, rank, 3, place);
    Size3 first, size;
    for (int d = 0; d < 3; ++d) {
      first[d] = part_begin(grid.whole[d], place[d], grid.places[d]);
      size[d] = part_begin(grid.whole[d], place[d] + 1, grid.places[d]) - first[d];
    }
    std::vector<float> part(size_t(size[0]) * size[1] * size[2]);
    if (rank == 0)
      part = own;
    else
      MPI_Recv(part.data(), static_cast<int>(part.size()), MPI_FLOAT, rank, 0, grid.comm, MPI_STATUS_IGNORE);
    for (uint32_t z = 0; z < size[2]; ++z)
      for (uint32_t y = 0; y < size[1]; ++y)
        std::copy_n(&part[(size_t(z) * size[1] + y) * size[0]], size[0],
                    &whole[(size_t(first[2] + z) * grid.whole[1] + first[1] + y) * grid.whole[0] + first[0]]);
  }
  return whole;
}

int main_of_rank(int count, char **words) {
  const Options options = parse(count, words);
  const Grid grid = make_grid(options);
  const Device device = find_device(options.platform);
  const std::string source = read_kernels(words[0]);
  int threads = static_cast<int>(device_info<cl_uint>(device, CL_DEVICE_MAX_COMPUTE_UNITS)), all_threads = 0;
  MPI_Reduce(&threads, &all_threads, 1, MPI_INT, MPI_SUM, 0, grid.comm);

  Box box(device, source, grid.size, grid.first);
  run(box, grid, 1);  // the kernels are compiled, the pages touched
  const Times times = run(box, grid, options.steps - 1);
  double own[2] = {times.exchange, times.hidden}, sums[2] = {0, 0};
  MPI_Reduce(own, sums, 2, MPI_DOUBLE, MPI_SUM, 0, grid.comm);
  std::vector<double> slowest(times.steps.size());  // of all ranks, step by step
  MPI_Reduce(times.steps.data(), slowest.data(), static_cast<int>(slowest.size()), MPI_DOUBLE, MPI_MAX, 0, grid.comm);
  if (grid.rank == 0) {
    const double cells = double(grid.whole[0]) * grid.whole[1] * grid.whole[2];
    const double fastest = *std::min_element(slowest.begin(), slowest.end());
    std::printf("%d ranks (%d x %d x %d) on %s, %d threads, %ux%ux%u cells\n", grid.ranks, grid.places[0],
                grid.places[1], grid.places[2], device.name.c_str(), all_threads, grid.whole[0], grid.whole[1],
                grid.whole[2]);
    std::printf("%.3f ms a step, the fastest %.3f: %.0f million cells a second\n",
                1e3 * times.all / (options.steps - 1), 1e3 * fastest, 1e-6 * cells / fastest);
    if (grid.ranks > 1)
      std::printf("faces travelled %.3f ms a step, %.0f %% of the time while the inner cells were computed\n",
                  1e3 * sums[0] / grid.ranks / (options.steps - 1), 100 * sums[1] / sums[0]);
  }
  if (!options.check) return 0;

  int good = 1;
  const std::vector<float> whole = gather(grid, box.cells());
  if (grid.rank == 0) {
    Grid alone = grid;
    alone.comm = MPI_COMM_SELF;
    std::fill(std::begin(alone.neighbours), std::end(alone.neighbours), MPI_PROC_NULL);
    Box one(device, source, grid.whole, {0, 0, 0});
    run(one, alone, options.steps);
    good = one.cells() == whole;
    std::printf(good ? "as one rank computes it, bit by bit\n" : "WRONG: not as one rank computes it\n");
  }
  MPI_Bcast(&good, 1, MPI_INT, 0, grid.comm);
  return good ? 0 : 1;
}

}  // namespace

int main(int count, char **words) {
  int threads = 0;
  MPI_Init_thread(&count, &words, MPI_THREAD_FUNNELED, &threads);  // the driver has threads, which call no MPI
  int code = 1;
  try {
    code = main_of_rank(count, words);
  } catch (const std::exception &error) {
    std::cerr << "halo: " << error.what() << "\n";
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return code;
}
