# SPDX-License-Identifier: Apache-2.0
# %s is the test's file, %t a scratch path of its own.
import os

import lit.formats

config.name = "wherry-compiler"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".cl", ".spvasm"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.substitutions += [
    (r"\bwherry-opt\b", config.wherry_opt),
    (r"\bwherryc\b", config.wherryc),
    (r"\bspirv-as\b", config.spirv_as),
    (r"\bllc\b", os.path.join(config.llvm_tools, "llc")),
    (r"(?<![-\w/])opt(?![-\w/])", os.path.join(config.llvm_tools, "opt")),
    (r"(?<![-\w/.])clang(?![-\w/.])", os.path.join(config.llvm_tools, "clang")),
    (r"\bFileCheck\b", os.path.join(config.llvm_tools, "FileCheck")),
    (r"(?<![-\w=<])not(?![-\w])", os.path.join(config.llvm_tools, "not")),
    (r"(?<![-\w=<])count(?![-\w])", os.path.join(config.llvm_tools, "count")),
]
