# SPDX-License-Identifier: Apache-2.0
# needs: soffice
"""LibreOffice Calc: columns of formulas calculated with OpenCL and without. It takes the platforms of AMD, Intel and
NVIDIA alone, unless OpenCLAllowList names others."""

import glob
import math
import os
import pathlib
import random
import re
import subprocess
import sys
import time

try:
    import uno
    from com.sun.star.beans import PropertyValue
    from com.sun.star.connection import NoConnectException
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)
import results

ROWS = 300
SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="UseOpenCL" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="OpenCLAllowList" oor:op="fuse">
<value><it>//Wherry//</it></value></prop></item>
</oor:items>
"""
# A formula of row %d, and parts of its kernel's name. They are of the functions that Calc leaves to OpenCL; many of its
# kernels of others (OpenCLSubsetOnly=false) read variables without a value, and differ with PoCL in the same cells. A and
# B are from 1 to 9, C from 0.05 to 0.95, D whole from 1 to 9.
FORMULAS = {
    "=SQRT(A%d)*B%d+LN(B%d)-EXP(C%d)": "Sqrt Ln Exp",
    "=SIN(A%d)+COS(B%d)*TAN(C%d)": "Sin Cos Tan",
    "=ATAN(A%d)-C%d": "ScATan fsub",
    "=A%d^B%d/(1+C%d)": "Power fdiv",
    "=A%d*B%d-C%d/D%d": "fmul fdiv",
    "=SUM(A$1:A$300)-A%d": "fsub fsum",
    "=SUM(A1:B%d)*C%d": "fmul fsum",
    "=AVERAGE(A$1:B$300)-B%d": "average",
    "=MIN(A$1:A%d)+MAX(B$1:B%d)": "min max",
    "=COUNT(A$1:D$300)+D%d": "fcount",
    "=PRODUCT(C%d;B%d;A%d)": "Product",
    "=SUMPRODUCT(A$1:A$300;B$1:B$300)*C%d": "fsop",
    "=VAR(A$1:A$300)*C%d": "Var",
    "=CORREL(A$1:A$300;B$1:B$300)+A%d": "Correl",
    "=PEARSON(A$1:A$300;B$1:B$300)+A%d": "OpPearson",
    "=SLOPE(A$1:A$300;B$1:B$300)*A%d": "Slope",
    "=COVAR(A$1:A$300;B$1:B$300)*A%d": "Covar",
    "=NORMSDIST(A%d-B%d)": "OpNormsdist",
    "=NORMDIST(A%d;B%d;D%d;1)": "OpNormdist",
    "=NORMSINV(C%d)": "OpNormsinv",
    "=VLOOKUP(D%d;F$1:G$9;2;0)": "VLookup",
}


class Office:
    def __init__(self, name, variables):
        home = pathlib.Path(f"office-{name}").resolve()
        (home / "user").mkdir(parents=True, exist_ok=True)
        (home / "user/registrymodifications.xcu").write_text(SETTINGS)
        pipe = f"pipe,name=wherry-{os.getpid()}-{name};urp"
        self.process = subprocess.Popen(
            ["soffice", "--headless", "--norestore", f"-env:UserInstallation=file://{home}", f"--accept={pipe};"],
            env={**os.environ, **variables},
            stderr=subprocess.DEVNULL,
        )
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
        for _ in range(600):
            try:
                remote = resolver.resolve(f"uno:{pipe};StarOffice.ComponentContext")
                break
            except NoConnectException:
                if self.process.poll() is not None:
                    raise
                time.sleep(0.2)
        self.desktop = remote.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", remote)
        self.document = self.desktop.loadComponentFromURL(
            "private:factory/scalc", "_blank", 0, (PropertyValue("Hidden", 0, True, 0),)
        )
        self.sheet = self.document.Sheets.getByIndex(0)
        numbers = random.Random(1)
        self.sheet.getCellRangeByName(f"A1:D{ROWS}").setDataArray(
            tuple(
                (numbers.uniform(1, 9), numbers.uniform(1, 9), numbers.uniform(0.05, 0.95), numbers.randint(1, 9))
                for _ in range(ROWS)
            )
        )
        self.sheet.getCellRangeByName("F1:G9").setDataArray(tuple((i, 100.0 + i * i) for i in range(1, 10)))

    def calculate(self, formula):
        cells = self.sheet.getCellRangeByName(f"E1:E{ROWS}")
        cells.setFormulaArray(tuple((formula.replace("%d", str(i)),) for i in range(1, ROWS + 1)))
        self.document.calculateAll()
        values = [row[0] for row in cells.getDataArray()]
        errors = [i for i in range(ROWS) if cells.getCellByPosition(0, i).getError()]
        cells.clearContents(31)
        return values, errors

    def end(self):
        try:
            self.document.close(True)
            self.desktop.terminate()
        except Exception:
            pass  # the connection ends with the program
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.terminate()


def compare(formula):
    got, errors = opencl.calculate(formula)
    expected, others = c.calculate(formula)
    assert errors == others, f"errors in rows {errors[:5]}, without OpenCL {others[:5]}"
    assert not errors, "an error without OpenCL too"
    for row, (a, b) in enumerate(zip(got, expected), 1):
        assert math.isclose(a, b, rel_tol=1e-10, abs_tol=1e-10), f"row {row}: {a!r}, not {b!r}"


def kernels():
    """Each formula has had a kernel: Calc says nothing where it has not."""
    names = set()
    for trace in glob.glob("trace.*.json"):
        with open(trace) as lines:
            names.update(re.findall(r'"kernel":"(DynamicKernel_\w+)"', lines.read()))
    missing = [f for f, parts in FORMULAS.items() if not any(all(p in name for p in parts.split()) for name in names)]
    assert not missing, (missing, sorted(names))


opencl = Office("opencl", {"SC_FORCE_CALCULATION": "opencl"})
c = Office("c", {"SAL_DISABLE_OPENCL": "1", "SC_FORCE_CALCULATION": "core", "OCL_ICD_VENDORS": "/nowhere"})
for formula in FORMULAS:
    results.case(formula % ((2,) * formula.count("%d")), compare, formula)
opencl.end()
c.end()
results.case("all by kernels", kernels)
results.end()
