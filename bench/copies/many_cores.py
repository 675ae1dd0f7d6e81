#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Simulates the strategies of async copies on machines with many cores, and prints how much faster than copies at once
they are. docs/measurements/async-copies-many-cores.md explains the model.

A launch has `groups` work-groups; each computes on `tiles` tiles of `size` bytes, double-buffered: copy the next tile,
wait for the current one, compute on it. Units: seconds, bytes.
"""
import argparse
import heapq
import random
from collections import deque
from types import SimpleNamespace

US, GB, KIB = 1e-6, 1e9, 1024

# GB/s. `own`: a thread copies from memory into its tile; `near`: it copies what its loops have prefetched; `helper`:
# another core copies into that tile; `remote`: the group reads those bytes, besides computing.
# `overlap`: the part of computing in which the loops' prefetches proceed as fast as `own`. `streams`: helpers store
# past the caches, so their bytes cross the memory bus three times: read, stored, read by the group.
# zen4: src/copies/README.md and docs/measurements/async-copies.md. xeon: measured with tiles of 256 KiB.
MACHINES = {
    "zen4": dict(own=14.7, near=70, helper=20, remote=30, overlap=1, streams=1),
    "xeon": dict(own=12.9, near=41, helper=7.1, remote=16, overlap=0.43, streams=1),
    "xeon-cached": dict(own=12.9, near=41, helper=9, remote=65, overlap=0.43, streams=0),
}
# us, KiB, or a plain number.
COSTS = {
    "offer": 0.2,  # us: to call a helper that spins
    "wake": 8,  # us: to wake one that sleeps
    "late": 20,  # us until the woken helper begins
    "patience": 100,  # us until a spinning helper sleeps
    "notice": 0.2,  # us until a spinning helper has read a call
    "claim": 0.1,  # us: of a chunk
    "call": 0.1,  # us: of a copy that is not offered, and of its wait
    "chunk": 32,  # KiB
    "per_helper": 64,  # KiB of a copy for each helper that is called
    "pays_wake": 512,  # KiB copied without help pay for a wake
    "tiles": 64,  # of each work-group
    "jitter": 0.2,  # of the time for computing; without it, all work-groups copy at the same time
    "bandwidth": 0,  # GB/s of the socket's memory; 0: 6.25 for each core, and at least 34
}


class Flows:
    """Transfers of one kind. All go at the same rate, so one sum of what each has moved serves them all."""

    def __init__(self, most, traffic):
        self.most, self.traffic = most, traffic  # bytes per second; bytes on the memory bus for each byte
        self.moved, self.rate, self.ends = 0.0, 0.0, []


class Simulation:
    """Threads are generators; each yields a list of delays, (Flows, bytes), and Events, and resumes after all."""

    def __init__(self, bandwidth, kinds):
        self.bandwidth, self.kinds = bandwidth, kinds
        self.now, self.timers, self.serial = 0.0, [], 0

    def resume(self, thread):
        while (waits := next(thread, None)) is not None:
            waits = [wait for wait in waits if not self.is_over(wait)]
            if not waits:
                continue
            pending = SimpleNamespace(thread=thread, left=len(waits))
            for wait in waits:
                self.serial += 1
                if isinstance(wait, Event):
                    wait.waiter = pending
                elif isinstance(wait, tuple):
                    flows, size = wait
                    heapq.heappush(flows.ends, (flows.moved + size, self.serial, pending))
                else:
                    heapq.heappush(self.timers, (self.now + wait, self.serial, pending))
            return

    @staticmethod
    def is_over(wait):
        return wait.over if isinstance(wait, Event) else wait[1] == 0 if isinstance(wait, tuple) else wait == 0

    def one_over(self, pending):
        pending.left -= 1
        if pending.left == 0:
            self.resume(pending.thread)

    def complete(self, event):
        event.over = True
        if event.waiter:
            self.one_over(event.waiter)

    def share_bandwidth(self):
        """Max-min fair: nobody gets less than another who asks for more."""
        left, count = self.bandwidth, sum(len(kind.ends) for kind in self.kinds)
        for kind in sorted(self.kinds, key=lambda kind: kind.most * kind.traffic):
            if kind.ends:
                bus = min(kind.most * kind.traffic, left / count)
                kind.rate = bus / kind.traffic if kind.traffic else kind.most
                left -= bus * len(kind.ends)
                count -= len(kind.ends)

    def run(self):
        while True:
            self.share_bandwidth()
            first, until = None, self.timers[0][0] if self.timers else float("inf")
            for kind in self.kinds:
                if kind.ends and (end := self.now + (kind.ends[0][0] - kind.moved) / kind.rate) < until:
                    first, until = kind, end
            if until == float("inf"):
                return self.now
            for kind in self.kinds:
                if kind.ends:
                    kind.moved += kind.rate * (until - self.now)
            self.now = until
            if first:
                first.moved = max(first.moved, first.ends[0][0])
            self.one_over(heapq.heappop(first.ends if first else self.timers)[2])


class Event:
    over, waiter = False, None


class Copy(Event):
    def __init__(self, size, chunk):
        self.chunks = [min(chunk, size - at) for at in range(0, size, chunk)]  # not claimed yet
        self.pending = len(self.chunks)
        self.ahead = False
        self.from_helpers = self.fetched = 0  # bytes; the second by loops


class Launch:
    def __init__(self, model, strategy, workers, groups, size, ratio):
        self.m, self.strategy, self.workers, self.size = model, strategy, workers, size
        self.own = Flows(model.own, 1)
        self.helper = Flows(model.helper, 1 + model.streams)
        self.remote = Flows(model.remote, model.streams)
        kinds = [self.own, self.helper, self.remote]
        self.sim = Simulation(model.bandwidth or max(34 * GB, 6.25 * GB * workers), kinds)
        self.compute = ratio * size / model.own
        self.random = random.Random(1)
        self.groups_left, self.busy = groups, min(groups, workers)
        self.calls = deque()
        # Helpers: who copy, or spin since when, or sleep.
        self.copying, self.spinning, self.asleep = 0, {}, workers - self.busy

    def run(self):
        for _ in range(self.busy):
            self.sim.resume(self.worker())
        self.sim.run()
        return self.end

    def worker(self):
        unhelped = [float("inf")]
        while self.groups_left:
            self.groups_left -= 1
            yield from self.group(unhelped)
        self.end = self.sim.now
        self.busy -= 1
        yield from self.help()

    def group(self, unhelped):
        current = yield from self.issue(unhelped)
        for tile in range(self.m.tiles):
            following = None
            if tile + 1 < self.m.tiles:
                following = yield from self.issue(unhelped)
            yield from self.wait(current)
            compute = self.compute * self.random.uniform(1 - self.m.jitter, 1 + self.m.jitter)
            if following and following.ahead:
                following.fetched = min(self.size, compute * self.m.overlap * self.m.own)
                yield [compute, (self.own, following.fetched)]
            elif following and self.strategy == "fetched":
                # They stay behind the helpers by what these had not stored at the wait before.
                fetched = min(current.from_helpers, compute * self.m.overlap * self.m.remote)
                yield [compute, (self.remote, fetched)]
                following.fetched = min(fetched, following.from_helpers)
            else:
                yield [compute]
            yield [(self.remote, current.from_helpers - (0 if current.ahead else current.fetched))]
            current = following

    def issue(self, unhelped):
        calls = wakes = 0
        if self.strategy in ("offered", "fetched") and (idle := self.workers - self.busy):
            calls, wakes = self.plan_calls(idle, unhelped)
        copy = Copy(self.size, self.m.chunk if calls else self.size)
        if self.strategy == "at once":
            yield [self.m.call, (self.own, self.size)]
            copy.chunks, copy.over = [], True
        elif calls == 0:
            copy.ahead = True
            yield [self.m.call]
        else:
            yield [calls * self.m.offer + wakes * self.m.wake]
            self.calls.extend([copy] * calls)
            for _ in range(wakes):
                self.asleep -= 1
                self.sim.resume(self.help(self.m.late))
            for helper in list(self.spinning)[:calls]:
                del self.spinning[helper]
                self.copying += 1
                self.sim.complete(helper)
        return copy

    # As Policy::offer of src/copies.
    def plan_calls(self, idle, unhelped):
        wanted = max(1, min(self.size // self.m.per_helper, idle))
        for helper, since in list(self.spinning.items()):
            if self.sim.now - since > self.m.patience:
                del self.spinning[helper]
                self.asleep += 1
        awake = self.copying + len(self.spinning)
        if len(self.calls) > 4 * awake:
            awake = 0
        wakes = 0
        if awake >= wanted:
            unhelped[0] = 0
        else:
            unhelped[0] += self.size
            if unhelped[0] >= self.m.pays_wake:
                wakes = int(min(wanted - awake, unhelped[0] / self.m.pays_wake, self.asleep))
                unhelped[0] = 0
        return min(awake, wanted) + wakes, wakes

    def wait(self, copy):
        if copy.ahead:
            yield [(self.own, self.size - copy.fetched)]
            yield [self.m.call + copy.fetched / self.m.near]
            return
        while copy.chunks:
            yield [self.m.claim]
            if copy.chunks:
                yield [(self.own, copy.chunks.pop())]
                self.finish_chunk(copy)
        yield [copy]

    def finish_chunk(self, copy):
        copy.pending -= 1
        if copy.pending == 0:
            self.sim.complete(copy)

    def help(self, late=0.0):
        self.copying += 1
        yield [late]
        while True:
            while self.calls:
                copy = self.calls.popleft()
                yield [self.m.claim]
                while copy.chunks:
                    size = copy.chunks.pop()
                    copy.from_helpers += size
                    yield [(self.helper, size)]
                    self.finish_chunk(copy)
                    yield [self.m.claim]
            call = Event()
            self.copying -= 1
            self.spinning[call] = self.sim.now
            yield [call]  # issue() counts this thread as copying
            yield [self.m.notice]


# "fetched": offered, and the loops fetch what helpers have stored while they compute on the tile before.
STRATEGIES = "at once", "ahead", "offered", "fetched"


def compare(model, workers, groups, size, ratio):
    times = [Launch(model, strategy, workers, groups, size, ratio).run() for strategy in STRATEGIES]
    return [times[0] / time for time in times[1:]]


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--machine", choices=MACHINES, default="zen4")
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE", help="a rate or cost, as in the source")
    parser.add_argument("--workers", type=int, nargs="*", default=[2, 4, 16, 32, 64])
    parser.add_argument("--size", type=int, default=64, help="of tiles, KiB, in the table by work-groups")
    parser.add_argument("--ratio", type=float, default=1, help="computing to copying, in the same table")
    parser.add_argument("--groups", type=int, default=1, help="work-groups in the other table, on the most workers")
    parser.add_argument("--sizes", type=int, nargs="*", default=[4, 16, 64, 256, 1024])
    parser.add_argument("--ratios", type=float, nargs="*", default=[0.25, 0.5, 1, 2, 4])
    return parser.parse_args()


def model_of(options):
    values = MACHINES[options.machine] | COSTS
    for name, value in (text.split("=") for text in options.set):
        if name not in values:
            raise SystemExit(f"--set: no {name}")
        values[name] = float(value)
    units = dict.fromkeys(["own", "near", "helper", "remote", "bandwidth"], GB)
    units |= dict.fromkeys(["offer", "wake", "late", "patience", "notice", "claim", "call"], US)
    units |= dict.fromkeys(["chunk", "per_helper", "pays_wake"], KIB)
    model = SimpleNamespace(**{name: value * units.get(name, 1) for name, value in values.items()})
    for name in "chunk", "per_helper", "tiles":
        setattr(model, name, int(getattr(model, name)))
    return model


def table(title, columns, rows, cell):
    print(f"\n{title}\n| | " + " | ".join(str(column) for column in columns) + " |")
    print("| --- " * (1 + len(columns)) + "|")
    for label, row in rows:
        cells = [cell(row, column) for column in columns]
        print(f"| {label} | " + " | ".join(", ".join(f"{gain:.2f}" for gain in c) if c else "" for c in cells) + " |", flush=True)


def main():
    o = parse_options()
    model = model_of(o)
    print("Times as fast as at once: ahead, offered, offered and fetched by loops")
    counts = {"1": lambda w: 1, "W/8": lambda w: w // 8, "W/4": lambda w: w // 4, "W/2": lambda w: w // 2,
              "W-1": lambda w: w - 1, "W": lambda w: w, "W+1": lambda w: w + 1, "4W": lambda w: 4 * w}
    table(f"Work-groups by workers W: {o.size} KiB, computing {o.ratio:g} times as long as copying", o.workers,
          counts.items(), lambda count, w: compare(model, w, count(w), o.size * KIB, o.ratio) if count(w) else None)
    workers = max(o.workers)
    table(f"Computing to copying, by KiB of a tile: {o.groups} of {workers} workers busy", o.sizes,
          [(ratio, ratio) for ratio in o.ratios], lambda ratio, s: compare(model, workers, o.groups, s * KIB, ratio))


if __name__ == "__main__":
    main()
