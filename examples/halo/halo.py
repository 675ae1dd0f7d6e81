# SPDX-License-Identifier: Apache-2.0
"""The same from Python: mpi4py sends from and into shared virtual memory that PyOpenCL allocated.

mpiexec -n 2 --bind-to core python3 examples/halo/halo.py [cells of x, y, z] [steps]
"""

import pathlib
import sys
import time

try:
    import numpy as np
    import pyopencl as cl
    from mpi4py import MPI
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

RATE = np.float32(0.1)
SOURCE = (pathlib.Path(__file__).parent / "halo.cl").read_text()
ulong, uint = np.uint64, np.uint32


class Box:
    """A rank's cells with a layer of halo around them; `values` are those of the first step."""

    def __init__(self, values):
        self.d, self.h, self.w = values.shape
        self.row, self.plane = self.w + 2, (self.w + 2) * (self.h + 2)
        device = cl.get_platforms()[0].get_devices()[0]
        self.context = cl.Context([device])
        self.faces_queue, self.inner_queue = cl.CommandQueue(self.context), cl.CommandQueue(self.context)
        program = cl.Program(self.context, SOURCE).build(f"-DLINE={max(self.w, self.h)}")
        self.step_kernel, self.pack, self.unpack = program.step, program.pack, program.unpack
        self.groups = 2 * device.max_compute_units
        self.now, self.next = (self.memory((self.d + 2, self.h + 2, self.w + 2)) for _ in range(2))
        self.now[1:-1, 1:-1, 1:-1] = values
        w, h, d, row, plane = self.w, self.h, self.d, self.row, self.plane
        at = lambda x, y, z: z * plane + y * row + x
        # Of each side: its first cell, that of the halo beside it; cells of a line, their stride; lines, their pitch.
        self.faces = [
            (at(1, 1, 1), at(0, 1, 1), h, row, d, plane),
            (at(w, 1, 1), at(w + 1, 1, 1), h, row, d, plane),
            (at(1, 1, 1), at(1, 0, 1), w, 1, d, plane),
            (at(1, h, 1), at(1, h + 1, 1), w, 1, d, plane),
            (at(1, 1, 1), at(1, 1, 0), w, 1, h, row),
            (at(1, 1, d), at(1, 1, d + 1), w, 1, h, row),
        ]
        self.outgoing, self.incoming = ([self.memory((f[2] * f[4],)) for f in self.faces] for _ in range(2))

    def memory(self, shape):
        array = cl.svm_empty(
            self.context, cl.svm_mem_flags.READ_WRITE | cl.svm_mem_flags.SVM_FINE_GRAIN_BUFFER, shape, np.float32
        )
        array[...] = 0
        return array

    def step(self, queue, first, count):
        if min(count) > 0:
            self.step_kernel(
                queue,
                count,
                None,
                cl.SVM(self.now),
                cl.SVM(self.next),
                ulong(self.row),
                ulong(self.plane),
                *map(uint, first),
                RATE,
            )

    def move(self, kernel, face, begin, buffer):
        _, _, count, stride, lines, pitch = face
        kernel(
            self.faces_queue,
            (64 * min(self.groups, lines),),
            (64,),
            cl.SVM(self.now),
            cl.SVM(buffer),
            ulong(begin),
            uint(count),
            ulong(stride),
            uint(lines),
            ulong(pitch),
        )

    def begin(self, sides):
        for side in sides:
            self.move(self.pack, self.faces[side], self.faces[side][0], self.outgoing[side])
        self.faces_queue.flush()
        self.step(self.inner_queue, (2, 2, 2), (self.w - 2, self.h - 2, self.d - 2))
        self.inner_queue.flush()
        self.faces_queue.finish()

    def end(self, sides):
        for side in sides:
            self.move(self.unpack, self.faces[side], self.faces[side][1], self.incoming[side])
        w, h, d = self.w, self.h, self.d
        for first, count in (
            ((1, 1, 1), (w, h, 1)),
            ((1, 1, d), (w, h, d > 1)),
            ((1, 1, 2), (w, 1, d - 2)),
            ((1, h, 2), (w, h > 1, d - 2)),
            ((1, 2, 2), (1, h - 2, d - 2)),
            ((w, 2, 2), (w > 1, h - 2, d - 2)),
        ):
            self.step(self.faces_queue, first, tuple(map(int, count)))
        self.faces_queue.finish()
        self.inner_queue.finish()
        self.now, self.next = self.next, self.now


def run(box, comm, neighbours, steps):
    sides = [side for side in range(6) if neighbours[side] != MPI.PROC_NULL]
    for _ in range(steps):
        box.begin(sides)
        requests = [comm.Irecv(box.incoming[side], neighbours[side], side) for side in sides]
        requests += [comm.Isend(box.outgoing[side], neighbours[side], side ^ 1) for side in sides]
        MPI.Request.Waitall(requests)
        box.end(sides)


def main():
    cells = tuple(map(int, sys.argv[1:4])) or (96, 96, 96)
    steps = int(sys.argv[4]) if len(sys.argv) > 4 else 10
    places = MPI.Compute_dims(MPI.COMM_WORLD.size, 3)[::-1]  # z, whose faces are contiguous, is cut most
    comm = MPI.COMM_WORLD.Create_cart(places)
    whole = np.random.default_rng(1).random(cells[::-1], dtype=np.float32)
    if any(n < p for n, p in zip(cells, places)):
        sys.exit(f"too few cells for {comm.size} ranks")

    def part(rank):
        ends = [(n * k // p, n * (k + 1) // p) for n, k, p in zip(cells, comm.Get_coords(rank), places)]
        return tuple(slice(*each) for each in ends[::-1])

    neighbours = [rank for d in range(3) for rank in comm.Shift(d, 1)]
    box = Box(whole[part(comm.rank)])
    comm.Barrier()
    begun = time.perf_counter()
    run(box, comm, neighbours, steps)
    comm.Barrier()
    took = time.perf_counter() - begun
    parts = comm.gather(box.now[1:-1, 1:-1, 1:-1].copy())
    good = None
    if comm.rank == 0:
        print(f"{comm.size} ranks: {cells} cells, {1e3 * took / steps:.3f} ms a step")
        one, result = Box(whole), np.empty_like(whole)
        run(one, MPI.COMM_SELF, [MPI.PROC_NULL] * 6, steps)
        for rank, values in enumerate(parts):
            result[part(rank)] = values
        good = np.array_equal(result, one.now[1:-1, 1:-1, 1:-1])
        print("as one rank computes it, bit by bit" if good else "WRONG: not as one rank computes it")
    sys.exit(not comm.bcast(good))


main()
