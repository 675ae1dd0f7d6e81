# SPDX-License-Identifier: Apache-2.0
# pip: pyrqa==8.1.0
"""PyRQA: recurrence analysis of series; its own tests, which compare variants of its kernels with its Python code."""
import re
import subprocess
import sys

import results

said = subprocess.run([sys.executable, "-m", "pyrqa.test"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
print(said.stdout[-3000:])
ran = sum(int(n) for n in re.findall(r"^Ran (\d+) test", said.stdout, re.M))
bad = sum(int(n) for n in re.findall(r"(?:failures|errors)=(\d+)", said.stdout))
results.passed, results.failed = ran - bad, bad
results.end()
