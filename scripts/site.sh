#!/usr/bin/env bash
# Makes a site of README.md and docs/ that is read and searched without a network, from its files.
#
# usage: scripts/site.sh [OUT]     (default: out/site; begin with OUT/index.html)
#
# Installs what packages-site.txt lists where it is missing. A link that leads nowhere, or a page without a place in the
# navigation (scripts/site/conf.py), is an error.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
case "${1-}" in
  -*) sed -n '2,${/^#/!q;s/^# \?//p}' "$0"; [[ "$1" == -h || "$1" == --help ]] && exit 0 || exit 2 ;;
esac
out="${1:-$root/out/site}"

bash "$root/scripts/install_packages.sh" "$root/packages-site.txt"
read_pages="$(mktemp -d)"
trap 'rm -rf "$read_pages"' EXIT
rm -rf "$out"
# Debian's Python has Debian's Sphinx.
/usr/bin/python3 -m sphinx -q -W --keep-going -j auto -b html -d "$read_pages" -c "$root/scripts/site" "$root" "$out"
rm -f "$out/.buildinfo" "$out/objects.inv"
printf '<!DOCTYPE html>\n<meta charset="utf-8">\n<title>Orthant</title>\n<meta http-equiv="refresh" content="0; url=README.html">\n<a href="README.html">Orthant</a>\n' \
  > "$out/index.html"
echo "Site: $out/index.html"
