# SPDX-License-Identifier: Apache-2.0
"""licences.py COMPONENTS FOLDER VERSION COMMIT: writes FOLDER/licences/<component> from Debian's copyright files, and
FOLDER/wherry.spdx, an SPDX document of all that a package holds."""

import datetime
import os
import re
import subprocess
import sys

components, folder, version, commit = sys.argv[1:]
created = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)

document = f"""SPDXVersion: SPDX-2.3
DataLicense: CC0-1.0
SPDXID: SPDXRef-DOCUMENT
DocumentName: wherry-{version}
DocumentNamespace: https://spdx.org/spdxdocs/wherry-{version}-{commit}
Creator: Tool: tools/package
Created: {created:%Y-%m-%dT%H:%M:%SZ}
"""


def package(name, its_version, licence, relation, comment):
    spdx_id = "SPDXRef-" + re.sub("[^A-Za-z0-9]+", "-", name)
    return f"""
PackageName: {name}
SPDXID: {spdx_id}
PackageVersion: {its_version}
PackageDownloadLocation: NOASSERTION
FilesAnalyzed: false
PackageLicenseConcluded: {licence}
PackageLicenseDeclared: {licence}
PackageCopyrightText: NOASSERTION
PackageComment: <text>{comment}</text>
Relationship: {relation} {spdx_id}
"""


document += package("Wherry", version, "Apache-2.0", "SPDXRef-DOCUMENT DESCRIBES", "")
for line in open(components):
    if line.startswith("#") or not line.strip():
        continue
    name, licence, debian, where, why = (part.strip() for part in line.split("|"))
    its_version = subprocess.check_output(["dpkg-query", "-W", "-f", "${Version}\n", debian], text=True).split()[0]
    text = open(f"/usr/share/doc/{debian}/copyright").read()
    with open(f"{folder}/licences/{name.split(',')[0].replace(' ', '-')}", "w") as out:
        out.write(f"{name} {its_version}\nSPDX-License-Identifier: {licence}\nIn {where}: {why}\n\n{text}")
    document += package(name, its_version, licence, "SPDXRef-Wherry CONTAINS", f"in {where}: {why}")
with open(f"{folder}/wherry.spdx", "w") as out:
    out.write(document)
