# SPDX-License-Identifier: Apache-2.0
"""gdb's commands for work-items (docs/debugging.md). (gdb) source LIBDIR/wherry/gdb.py

The compiler gives each function of a kernel that is built with -g a variable `wherry`: who the work-item is, and where
the work-group keeps the variables of all its work-items (src/compiler/lower/regions/debugger.cpp).
"""

import gdb


def triple(text):
    """Three numbers from "5", "5,1" or "5,1,0"."""
    try:
        numbers = [int(word, 0) for word in text.split(",")]
    except ValueError:
        numbers = []
    if not 1 <= len(numbers) <= 3:
        raise gdb.GdbError(f"not an id: {text or 'nothing'}; write X, or X,Y, or X,Y,Z")
    return numbers + [0] * (3 - len(numbers))


def ids(value):
    return [int(value[i]) for i in range(3)]


def parens(numbers):
    return "(" + ",".join(map(str, numbers)) + ")"


def in_kernel():
    """The frame's `wherry`; null out of a kernel."""
    try:
        return gdb.selected_frame().read_var("wherry")
    except (gdb.error, ValueError):
        return None


def work_item():
    value = in_kernel()
    if value is None:
        raise gdb.GdbError("the frame is of no kernel that was built with -g")
    return value


def linear(local_id, size):
    if any(i >= s for i, s in zip(local_id, size)):
        raise gdb.GdbError(f"work-item {parens(local_id)} is outside of the work-group, which has {parens(size)}")
    return (local_id[2] * size[1] + local_id[1]) * size[0] + local_id[0]


def describe(value):
    return (f"global id {parens(ids(value['global_id']))}, local id {parens(ids(value['local_id']))}"
            f" of {parens(ids(value['local_size']))}, work-group {parens(ids(value['group_id']))}")


def all_of(tests):
    """A condition of gdb's; where the language is OpenCL, gdb 13 takes "0 && 1" for true."""
    return " * ".join(f"({test})" for test in tests)


def same(item, group):
    """A condition that is true in one work-item of one work-group."""
    return all_of([f"wherry.item == {item}"] + [f"wherry.group_id[{i}] == {group[i]}" for i in range(3)])


def function_at(pc):
    block = gdb.block_for_pc(pc)
    while block and not block.function:
        block = block.superblock
    return block.function.name if block else None


def lines_of_function():
    """The lines of the frame's function, as locations. Each region between barriers is a copy of its own."""
    frame = gdb.selected_frame()
    function, symtab = frame.function(), frame.find_sal().symtab
    lines = {entry.line for entry in symtab.linetable()
             if entry.line > 0 and function_at(entry.pc) == function.name}
    lines -= {function.line} if len(lines) > 1 else set()  # where each work-item begins
    return [f"-source '{symtab.filename}' -line {line}" for line in sorted(lines)]


def run_until(condition, locations):
    """Continues to one of the locations, where the condition holds, or to the program's own breakpoints."""
    known = {point.number for point in gdb.breakpoints()}

    def ours():
        return [point for point in gdb.breakpoints() if point.number not in known]

    try:
        for location in locations:
            # Not internal ones: gdb asks no condition of those. Quietly.
            gdb.execute(f"break {location} if {condition}", to_string=True)
        for point in ours():
            point.silent = True
        gdb.execute("continue", to_string=True)
    finally:
        for point in ours():
            point.delete()


def show_place():
    value = in_kernel()
    if value is None:
        print("The program has left the kernel.")
        return
    print(describe(value))
    gdb.execute("frame")


class Wherry(gdb.Command):
    """Work-items of OpenCL kernels that are built with -g."""

    def __init__(self):
        super().__init__("wherry", gdb.COMMAND_USER, gdb.COMPLETE_NONE, prefix=True)


class Where(gdb.Command):
    """wherry where: which work-item runs here."""

    def __init__(self):
        super().__init__("wherry where", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        print(describe(work_item()))


class Break(gdb.Command):
    """wherry break LOCATION X[,Y[,Z]]: a breakpoint in the work-item of that global id alone."""

    def __init__(self):
        super().__init__("wherry break", gdb.COMMAND_BREAKPOINTS)

    def invoke(self, argument, from_tty):
        words = argument.split()
        if len(words) != 2:
            raise gdb.GdbError("wherry break LOCATION X[,Y[,Z]]: a location such as input.cl:7, and a global id")
        tests = [f"wherry.global_id[{i}] == {number}" for i, number in enumerate(triple(words[1]))]
        # Not by gdb.Breakpoint's condition, which wants the kernel loaded.
        gdb.execute(f"break {words[0]} if {all_of(tests)}")


class Next(gdb.Command):
    """wherry next: the next line of the same work-item, also behind a barrier, where others run in between."""

    def __init__(self):
        super().__init__("wherry next", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        before = work_item()
        run_until(same(int(before["item"]), ids(before["group_id"])), lines_of_function())
        show_place()


class Switch(gdb.Command):
    """wherry switch X[,Y[,Z]]: runs until the work-item of that local id comes to a line of this function."""

    def __init__(self):
        super().__init__("wherry switch", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        value = work_item()
        item = linear(triple(argument), ids(value["local_size"]))
        run_until(same(item, ids(value["group_id"])), lines_of_function())
        show_place()


class Locals(gdb.Command):
    """wherry locals [X[,Y[,Z]]]: the variables of the work-item of that local id, as it left them; or of this one."""

    def __init__(self):
        super().__init__("wherry locals", gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        value = work_item()
        item = int(value["item"])
        other = linear(triple(argument), ids(value["local_size"])) if argument else item
        begin, size = int(value["item_context"]), int(value["context_bytes"])
        frame = gdb.selected_frame()
        block, seen = frame.block(), set()
        while block and not block.is_global and not block.is_static:
            for symbol in block:
                if not (symbol.is_variable or symbol.is_argument) or symbol.name in seen or symbol.name == "wherry":
                    continue
                seen.add(symbol.name)
                variable = symbol.value(frame)
                if variable.address is None or variable.is_optimized_out:
                    text = str(variable)
                elif begin <= int(variable.address) < begin + size:
                    # One for each work-item, behind each other.
                    text = str((variable.address + (other - item)).dereference())
                else:
                    text = f"{variable} (of the whole work-group)"
                print(f"{symbol.name} = {text}")
            if block.function:
                break
            block = block.superblock


Wherry(), Where(), Break(), Next(), Switch(), Locals()
