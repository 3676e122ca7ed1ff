# What the scripts that compute a study anew share; sourced by them, before anything else.
# read_words OUT "$@": the words that all take, [-j N] [OUT]; sets `out`, by default out/OUT of the tree, and `threads`.
# A script with words of its own defines own_word "$@", which sets `taken` to how many of the words it took.
# usage: prints the comment at the head of the script, and ends it.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
orthant="${ORTHANT:-$root/build/orthant}"
out=
threads=()
usage() { sed -n '2,${/^#/!q;s/^# \?//p}' "$0" >&2; exit 2; }
own_word() { :; }
read_words() {
  local taken default="$root/out/$1"
  shift
  while [ $# -gt 0 ]; do
    taken=0
    own_word "$@"
    [ "$taken" = 0 ] || { shift "$taken"; continue; }
    case "$1" in
      -j) [ $# -gt 1 ] || usage; threads=(-j "$2"); shift 2 ;;
      -*) usage ;;
      *) [ -z "$out" ] || usage; out="$1"; shift ;;
    esac
  done
  out="${out:-$default}"
}
