#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# maintainer.sh <packaging/maintainer>: names and addresses as Debian's tools take them, and what a package cannot hold.
set -u
program=$1 failed=0
unset DEBFULLNAME DEBEMAIL
expect() {  # <line, or nothing where there must be an error> VARIABLE=value...
  local wanted=$1 line
  shift
  line=$(env "$@" "$program" 2>/dev/null) || line=
  [ "$line" = "$wanted" ] || { echo "$*: \"$line\", not \"$wanted\""; failed=1; }
}
expect 'Wherry developers <wherry@wherry.invalid>' A=
expect 'Wherry developers <wherry@wherry.invalid>' DEBFULLNAME= DEBEMAIL=
expect 'Wherry developers <me@example.org>' DEBEMAIL=me@example.org
expect 'Ann B & C/D \E <me@example.org>' DEBFULLNAME='Ann B & C/D \E' DEBEMAIL=me@example.org
expect 'Ann B <me@example.org>' DEBEMAIL='Ann B <me@example.org>'
expect 'Bob <me@example.org>' DEBFULLNAME=Bob DEBEMAIL='Ann B <me@example.org>'
expect 'Ann B <wherry@wherry.invalid>' DEBFULLNAME='Ann B'
expect '' DEBEMAIL='me at example.org'
expect '' DEBEMAIL='<me@example.org'
expect '' DEBEMAIL='Ann <me@example.org>, Bob <him@example.org>'
expect '' DEBFULLNAME=$'Ann\nPriority: required' DEBEMAIL=me@example.org
exit $failed
