# SPDX-License-Identifier: Apache-2.0
# needs: hashcat
# hashcat finds the password of each hash; the hashes are those of its own --hash-info or made by other programs.
. "$PYTHONPATH/results.sh"
printf '%s\n' wrong Password1 hashcat hashcat1 hashcat! else >words
crack() {
  rm -f found
  timeout 300 hashcat --session "wherry$1" -m "$1" -a 0 --force --potfile-disable --self-test-disable -w 1 -D 1 \
    -u 1 -n 1 -T 1 -o found --outfile-format 2 "$2" words >log.$1 2>&1
  [ "$(cat found 2>/dev/null)" = "$3" ] || { tail -5 log.$1; return 1; }
}
of() { printf %s "$2" | "$1"sum | cut -d' ' -f1; }
try "MD5" crack 0 "$(of md5 hashcat)" hashcat
try "SHA-1" crack 100 "$(of sha1 hashcat)" hashcat
try "SHA-224" crack 1300 "$(of sha224 hashcat)" hashcat
try "SHA-256" crack 1400 "$(of sha256 hashcat)" hashcat
try "SHA-384" crack 10800 "$(of sha384 hashcat)" hashcat
try "SHA-512" crack 1700 "$(of sha512 hashcat)" hashcat
try "NTLM" crack 1000 b4b9b02e6f09a9bd760f388b67351e2b hashcat
if command -v openssl >/dev/null; then
  try "md5crypt" crack 500 "$(openssl passwd -1 -salt wherry12 hashcat)" hashcat
  try "sha512crypt" crack 1800 "$(openssl passwd -6 -salt wherry12 hashcat)" hashcat
fi
end
