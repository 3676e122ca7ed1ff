#!/usr/bin/env bash
# Installs the Debian packages of a list that are missing. Asks nothing; does nothing when all are
# there. Needs root or sudo only when something is missing.
#
# usage: scripts/install_packages.sh [LIST]     (default: packages.txt)
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

list="${1:-$root/packages.txt}"

mapfile -t wanted < <(sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d' "$list")
missing=()
for package in "${wanted[@]}"; do
  state="$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)"
  [[ "$state" == installed ]] || missing+=("$package")
done
if ((${#missing[@]} == 0)); then
  echo "All ${#wanted[@]} packages of $(basename "$list") are installed."
  exit 0
fi

if ((EUID == 0)); then
  as_root=(env)
elif command -v sudo >/dev/null; then
  as_root=(sudo env)
else
  echo "error: these packages are missing and neither root nor sudo is at hand: ${missing[*]}" >&2
  exit 1
fi
apt=("${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)

install() {
  "${apt[@]}" install -y --no-install-recommends "${missing[@]}" </dev/null
}

echo "Installing: ${missing[*]}"
# A machine that never ran `apt-get update`, or not for long, does not know all the packages.
for package in "${missing[@]}"; do
  if ! apt-cache show --no-all-versions "$package" >/dev/null 2>&1; then
    "${apt[@]}" update
    install
    exit 0
  fi
done
install || { "${apt[@]}" update && install; }
