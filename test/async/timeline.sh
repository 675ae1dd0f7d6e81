# SPDX-License-Identifier: Apache-2.0
# timeline.sh <trace_program> <tools/timeline>: the picture of a trace shows what is in it.
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
unset WHERRY_CHECK WHERRY_ASYNC_SCHEDULE
WHERRY_TRACE=t.json WHERRY_ELIDE=0 WHERRY_ASYNC=chunks "$1" return 2>summary
has() { grep -q -- "$2" "$1" || { echo "no $2 in $1"; exit 1; }; }
python3 "$2" t.json -o t.svg
for what in 'queue 1' '>main thread<' 'chunk: ' 'wait: pipeline:18:' 'copying' '>µs<' '</svg>'; do has t.svg "$what"; done
# Of a program that was killed in the middle of a write.
head -c "$(($(wc -c <t.json) - 100))" t.json >cut.json
python3 "$2" cut.json -o cut.svg --width 500
has cut.svg 'width="500"'
! python3 "$2" t.json -o none.svg --from 5 --to 5 2>error
has error 'window is empty'
