# SPDX-License-Identifier: Apache-2.0
"""tools/conformance on a suite of one small program: every way in which a test can end, and a run that goes on.

tool.py TOOL VENDORS
"""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from xml.etree import ElementTree

TOOL, VENDORS = sys.argv.pop(1), sys.argv.pop(1)

# As the suite's programs: "--list" names tests; a verdict for each test goes into a file.
PROGRAM = """#!/bin/sh
[ "$1" != --list ] || { printf '\\tgood\\n\\tbad\\n\\tabsent\\n\\tcrash\\n\\tbusy\\n\\tsilent\\n'; exit; }
echo "$0 $*" >> "${0%/*}/ran"
verdict() { echo "{\\"results\\": {\\"$1\\": \\"$2\\"}}" > "$CL_CONFORMANCE_RESULTS_FILENAME"; }
case $1 in
  good) verdict good pass ;;
  bad) verdict bad fail; echo "off by one"; exit 1 ;;
  absent) verdict absent skip ;;
  crash) kill -SEGV $$ ;;
  busy) while :; do :; done ;;
  silent) exit 0 ;;
esac
"""
PLAN = """
run test_one good,absent quick   # the smallest
run test_one *,!s?lent nightly with arguments
run test_one *lent nightly
run test_lost * quick
fails test_one bad the suite's own fault
limit * * 1
"""


class Conformance(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = Path(self.folder.name)
        program = self.path / "suite/deep/test_one"
        program.parent.mkdir(parents=True)
        program.write_text(PROGRAM)
        program.chmod(0o755)
        (self.path / "plan").write_text(PLAN)

    def run_tool(self, *options):
        return subprocess.run([TOOL, "suite", "--plan", "plan", "--vendors", VENDORS, *options], cwd=self.path,
                              capture_output=True, text=True)

    def ran(self):
        record = self.path / "suite/deep/ran"
        return record.read_text().splitlines() if record.exists() else []

    def test_quick(self):
        done = self.run_tool("--markdown", "table.md")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("left out: test_lost", done.stdout)
        self.assertIn("1 passed, 1 skipped; 0 not as expected", done.stdout)
        self.assertIn("| `test_one` | 1 / 1 | 1 |", (self.path / "table.md").read_text())

    def test_every_end(self):
        done = self.run_tool("--subset", "nightly", "--junit", "junit.xml")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        states = {(one["test"], tuple(one["arguments"])): one["state"]
                  for one in map(json.loads, (self.path / "conformance.jsonl").read_text().splitlines())}
        arguments = ("with", "arguments")
        self.assertEqual(states, {
            ("good", ()): "passed", ("absent", ()): "skipped", ("good", arguments): "passed",
            ("absent", arguments): "skipped", ("bad", arguments): "failed", ("crash", arguments): "crashed",
            ("busy", arguments): "timed out", ("silent", ()): "failed"})
        self.assertIn("ended by SIGSEGV", done.stdout)
        self.assertIn("3 not as expected", done.stdout)  # bad is expected to fail
        suite = ElementTree.parse(self.path / "junit.xml").getroot()[0]
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("skipped")), ("8", "3", "2"))
        self.assertIn("the suite's own fault", (self.path / "junit.xml").read_text())

    def test_a_program_that_does_not_start(self):
        broken = self.path / "suite/test_broken"
        broken.write_text("#!/bin/sh\nexit 127\n")
        broken.chmod(0o755)
        (self.path / "plan").write_text(PLAN + "run test_broken * quick\nrun test_one none quick\n")
        done = self.run_tool()
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("test_broken lists no tests", done.stdout)
        self.assertIn("test_one has no test none", done.stdout)

    def test_a_program_that_takes_no_name(self):
        unnamed = self.path / "suite/test_unnamed"
        unnamed.write_text("""#!/bin/sh
[ "$1" != --list ] || { printf '\\tall\\n'; exit; }
[ $# = 0 ] || exit 1
echo '{"results": {"all": "pass"}}' > "$CL_CONFORMANCE_RESULTS_FILENAME"
""")
        unnamed.chmod(0o755)
        (self.path / "plan").write_text("run test_unnamed * quick\nunnamed test_unnamed\nlimit * * 1\n")
        done = self.run_tool()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("1 passed; 0 not as expected", done.stdout)

    def test_goes_on(self):
        self.run_tool("--only", "test_one:good")
        self.assertEqual(len(self.ran()), 1)
        with open(self.path / "conformance.jsonl", "a") as record:
            record.write('{"subset": "quick", "progr')  # as a stop leaves it
        self.run_tool()
        self.assertEqual([line.split()[1] for line in self.ran()], ["good", "absent"])
        self.run_tool("--again")
        self.assertEqual(len(self.ran()), 4)

    def test_what_cannot_run(self):
        done = self.run_tool("--platform", "Another")
        self.assertEqual((done.returncode, self.ran()), (2, []))
        self.assertIn("gives the platforms ['Wherry']", done.stderr)
        self.assertEqual(self.run_tool("--only", "test_two").returncode, 2)
        (self.path / "plan").write_text("run test_one\n")
        self.assertIn("plan:1: not a line of a plan", self.run_tool().stderr)


if __name__ == "__main__":
    unittest.main()
