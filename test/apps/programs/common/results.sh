# SPDX-License-Identifier: Apache-2.0
# The cases of a program, as results.py: `try NAME COMMAND...` runs the command, which fails where its result is wrong.
passed=0 failed=0 skipped=0
try() {
  local name=$1
  shift
  if "$@" </dev/null; then
    passed=$((passed + 1)) && echo "$name: passed"
  else
    failed=$((failed + 1)) && echo "$name: FAILED"
  fi
}
# known NAME WHY COMMAND...: fails today.
known() {
  local name=$1 why=$2
  shift 2
  if "$@" </dev/null; then
    failed=$((failed + 1)) && echo "$name: FAILED: passes, though known to fail: $why"
  else
    skipped=$((skipped + 1)) && echo "$name: fails as known: $why"
  fi
}
end() {
  echo "$passed passed, $failed failed, $skipped skipped"
  [ $failed -eq 0 ] && [ $passed -gt 0 ]
  exit
}
