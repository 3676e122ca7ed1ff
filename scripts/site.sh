#!/usr/bin/env bash
# Makes a site of README.md and docs/ that is read and searched without a network, from its files.
#
# usage: scripts/site.sh [OUT]     (default: out/site; begin with OUT/index.html)
#
# OUT is replaced if it holds a site. Installs what packages-site.txt lists where it is missing. A link that leads nowhere, or a page without a place in the
# navigation (scripts/site/conf.py), is an error.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
case "${1-}" in
  -*) sed -n '2,${/^#/!q;s/^# \?//p}' "$0"; [[ "$1" == -h || "$1" == --help ]] && exit 0 || exit 2 ;;
esac
out="${1:-$root/out/site}"
if [ -e "$out" ] && [ ! -f "$out/searchindex.js" ] && [ -n "$(ls -A "$out")" ]; then
  echo "site.sh: $out: neither a site nor an empty folder; allowed: a name that is not there yet" >&2
  exit 2
fi

bash "$root/scripts/install_packages.sh" "$root/packages-site.txt"
mkdir -p "$(dirname "$out")"
work="$(mktemp -d "$(dirname "$out")/.site.XXXXXX")"  # on the same file system: the site is there at once
trap 'rm -rf "$work"' EXIT
# Debian's Python has Debian's Sphinx.
/usr/bin/python3 -m sphinx -q -W --keep-going -j auto -b html -d "$work/pages" -c "$root/scripts/site" "$root" "$work/site"
rm -f "$work/site/.buildinfo" "$work/site/objects.inv"
cat > "$work/site/index.html" <<'HTML'
<!DOCTYPE html>
<meta charset="utf-8">
<title>Orthant</title>
<meta http-equiv="refresh" content="0; url=README.html">
<a href="README.html">Orthant</a>
HTML
[ ! -e "$out" ] || mv "$out" "$work/before"
mv "$work/site" "$out"
echo "Site: $out/index.html"
