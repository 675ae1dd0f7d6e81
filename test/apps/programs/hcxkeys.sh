# SPDX-License-Identifier: Apache-2.0
# needs: wlangenpmkocl wlangenpmk
# hcxkeys: keys of wireless networks (PBKDF2 of SHA-1, 4096 rounds) on OpenCL and on the CPU, and one of the standard's.
. "$PYTHONPATH/results.sh"
for i in $(seq 1 200); do echo "password$i"; done >words
rm -f host device
wlangenpmk -e wherry -i words -A host >log 2>&1
wlangenpmkocl -e wherry -i words -A device >>log 2>&1
standard() { wlangenpmkocl -e IEEE -p password 2>>log | grep -i f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e; }
keys() { [ "$(wc -l <device)" -eq 200 ] && sort host >a && sort device >b && cmp a b; }
try "IEEE 802.11i's key" standard
try "200 keys" keys
end
