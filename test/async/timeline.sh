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
# Of two processes, the second of which began a millisecond after the first.
python3 - <<'END'
import json
events = json.load(open("t.json"))
for event in events:
    if event["name"] == "process_name":
        event["args"]["begun"] += 1_000_000
json.dump(events, open("second.json", "w"))
END
python3 "$2" --merge all.json t.json second.json
python3 - <<'END'
import json
first, both = json.load(open("t.json")), json.load(open("all.json"))
assert len(both) == 2 * len(first) and {event["pid"] for event in both} == {0, 1}
times = [[event["ts"] for event in both if event["pid"] == pid and "ts" in event] for pid in (0, 1)]
assert all(abs(b - a - 1000) < 0.01 for a, b in zip(*times))
assert not {e["id"] for e in both if "id" in e and e["pid"] == 0} & {e["id"] for e in both if "id" in e and e["pid"] == 1}
END
