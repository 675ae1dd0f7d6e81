# SPDX-License-Identifier: Apache-2.0
# pip-alone: boxtree==2021.1 loopy==2024.1 pymbolic==2022.2 pytools==2023.1.1 cgen==2020.1 genpy==2022.1 islpy==2023.2.5
# pip: pyopencl==2023.1.4 numpy==1.26.4 mako pyrsistent immutabledict immutables codepy colorama
"""boxtree: trees of particles and the lists of a fast multipole method. Boxes against the particles; the lists by a method
whose every interaction is 1, so that each target must get the number, or the sum, of all sources."""

import numpy as np
import pyopencl as cl
import pyopencl.array
from boxtree import TreeBuilder
from boxtree.area_query import AreaQueryBuilder, PeerListFinder
from boxtree.tools import ConstantOneExpansionWrangler
from boxtree.fmm import drive_fmm
from boxtree.traversal import FMMTraversalBuilder
import results

context = cl.Context(cl.get_platforms()[0].get_devices())
queue = cl.CommandQueue(context)
random = np.random.default_rng(1)


def particles(dimensions, count, kind=np.float64):
    """Half of them close together, for a tree of many levels."""
    numbers = random.standard_normal((dimensions, count)) * np.where(np.arange(count) % 2, 1, 0.01)
    return numbers.astype(kind)


def on_device(points):
    """boxtree's form of points: an array of objects, one of OpenCL's arrays for each axis."""
    axes = np.empty(len(points), dtype=object)
    for i, axis in enumerate(points):
        axes[i] = cl.array.to_device(queue, np.ascontiguousarray(axis))
    return axes


def build(points, **more):
    tree, _ = TreeBuilder(context)(queue, on_device(points), max_particles_in_box=30, debug=False, **more)
    return tree


def tree(dimensions, kind):
    points = particles(dimensions, 20_000, kind)
    made = build(points).get(queue=queue)
    np.testing.assert_array_equal(np.sort(made.user_source_ids), np.arange(20_000))
    sorted_points = np.array(list(made.sources))
    np.testing.assert_array_equal(sorted_points, points[:, made.user_source_ids])
    owned = np.zeros(20_000, int)
    for box in range(made.nboxes):
        start, count = made.box_source_starts[box], made.box_source_counts_cumul[box]
        inside = sorted_points[:, start : start + count]
        half = made.root_extent * 2.0 ** -(float(made.box_levels[box]) + 1)
        rounding = 4 * np.finfo(kind).eps * made.root_extent
        assert (np.abs(inside - made.box_centers[:, box, None]) <= half + rounding).all()
        children = made.box_child_ids[:, box]
        children = children[children != 0]
        assert (made.box_parent_ids[children] == box).all()
        if len(children) == 0:
            owned[start : start + count] += 1
            assert count <= 30
        else:
            assert made.box_source_counts_cumul[children].sum() == count
    assert (owned == 1).all()


def completeness(dimensions, targets, extents):
    points = particles(dimensions, 8_000)
    more = {}
    if targets:
        more["targets"] = on_device(particles(dimensions, 3_000))
    if extents:
        more["target_radii"] = cl.array.to_device(queue, 2.0 ** random.uniform(-10, -3, 3_000))
        more["stick_out_factor"] = 0.25
    tree = build(points, **more)
    traversal, _ = FMMTraversalBuilder(context)(queue, tree, debug=False)
    wrangler = ConstantOneExpansionWrangler(tree.get(queue=queue))
    weights = random.integers(1, 10, 8_000).astype(np.float64)
    potentials = drive_fmm(traversal.get(queue=queue), wrangler, (weights,))
    np.testing.assert_array_equal(potentials, np.full(3_000 if targets else 8_000, weights.sum()))


def balls():
    """The leaves that each ball meets."""
    device_tree = build(particles(2, 10_000))
    centres, radii = random.standard_normal((2, 200)), random.uniform(0.01, 0.5, 200)
    query, _ = AreaQueryBuilder(context)(
        queue, device_tree, on_device(centres), cl.array.to_device(queue, radii), peer_lists=None
    )
    starts, lists = query.leaves_near_ball_starts.get(queue), query.leaves_near_ball_lists.get(queue)
    tree = device_tree.get(queue=queue)
    leaves = np.flatnonzero((tree.box_child_ids[:, : tree.nboxes] == 0).all(axis=0))
    sizes = tree.root_extent * 2.0 ** -(tree.box_levels[leaves].astype(float) + 1)
    for ball in range(200):
        away = np.abs(tree.box_centers[:, leaves] - centres[:, ball, None]).max(axis=0)
        near = np.sort(leaves[away <= sizes + radii[ball]])
        np.testing.assert_array_equal(np.sort(lists[starts[ball] : starts[ball + 1]]), near)


def neighbours():
    """The largest boxes around each that are no larger than it, or leaves: they touch it."""
    device_tree = build(particles(2, 5_000))
    found, _ = PeerListFinder(context)(queue, device_tree)
    starts, lists = found.peer_list_starts.get(queue), found.peer_lists.get(queue)
    tree = device_tree.get(queue=queue)
    sizes = tree.root_extent * 2.0 ** -(tree.box_levels.astype(float) + 1)
    for box in range(tree.nboxes):
        near = lists[starts[box] : starts[box + 1]]
        away = np.abs(tree.box_centers[:, near] - tree.box_centers[:, box, None]).max(axis=0)
        assert box in near and (away <= (sizes[near] + sizes[box]) * (1 + 1e-9)).all()


for dimensions in 2, 3:
    for kind in np.float32, np.float64:
        results.case(f"tree of {dimensions}D particles, {kind.__name__}", tree, dimensions, kind)
for dimensions in 2, 3:
    results.case(f"completeness, {dimensions}D", completeness, dimensions, False, False)
    results.case(f"completeness, {dimensions}D, targets of their own", completeness, dimensions, True, False)
    results.case(f"completeness, {dimensions}D, targets with extents", completeness, dimensions, True, True)
results.case("leaves that balls meet", balls)
results.case("neighbours of boxes", neighbours)
results.end()
