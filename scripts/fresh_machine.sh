#!/usr/bin/env bash
# Proves that scripts/demo.sh and scripts/test.sh work on a bare Debian 12: makes one with
# debootstrap in a temporary folder, clones this repository's HEAD into it, runs both there twice in
# a row and prints the wall times. Needs root, debootstrap, git and a Debian mirror that apt knows.
#   scripts/fresh_machine.sh [FOLDER]    keeps the machine in FOLDER instead of deleting it
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

if ((EUID != 0)); then
  echo "error: run as root (chroot and mount need it)" >&2
  exit 1
fi
for tool in debootstrap git unshare; do
  command -v "$tool" >/dev/null || { echo "error: $tool is missing; apt-get install $tool" >&2; exit 1; }
done

if (($# > 0)); then
  machine="$1"
  mkdir -p "$machine"
else
  machine="$(mktemp -d)"
  # Mounts live in a namespace of their own and are gone when the script ends.
  trap 'rm -rf --one-file-system "$machine"' EXIT
fi

# The mirror and the apt settings of this machine, whatever they are.
mirror="$(apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' |
  awk '$2 == "bookworm" { print $1; exit }')"
debootstrap --variant=minbase bookworm "$machine" "${mirror:-http://deb.debian.org/debian}"
for settings in sources.list sources.list.d apt.conf.d auth.conf.d trusted.gpg.d; do
  rm -rf "$machine/etc/apt/$settings"
  if [[ -e "/etc/apt/$settings" ]]; then
    cp -r "/etc/apt/$settings" "$machine/etc/apt/"
  fi
done
cp -L /etc/resolv.conf /etc/hosts "$machine/etc/"

rm -rf "$machine/opt/orthant"
git clone -q --no-hardlinks "$root" "$machine/opt/orthant"

environment=(HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb LANG=C.UTF-8)
for name in http_proxy https_proxy no_proxy; do
  [[ -z "${!name:-}" ]] || environment+=("$name=${!name}")
done

# shellcheck disable=SC2016  # expanded by the inner shell
unshare --mount --pid --fork bash -euo pipefail -c '
  machine="$1"; shift
  times=()
  mount -t proc proc "$machine/proc"
  mount --bind /dev "$machine/dev"
  for round in first second; do
    for script in demo test; do
      begin=$SECONDS
      (cd / && env -i "$@" chroot "$machine" bash "/opt/orthant/scripts/$script.sh" </dev/null)
      times+=("$script.sh, $round run: $((SECONDS - begin)) s")
    done
  done
  printf "%s\n" "" "Wall times on $(nproc) cores:" "${times[@]}"
' fresh "$machine" "${environment[@]}"
