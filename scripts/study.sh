# What the scripts that compute a study anew share; sourced by them, before anything else.
# read_words OUT "$@": the words that all take, [-j N] [OUT]; sets `out`, by default out/OUT of the tree, and `threads`.
# A script with words of its own defines own_word "$@", which sets `taken` to how many of the words it took.
# Scripts that compare speeds pair by pair have own_word() { pair_word "$@"; }: -n PAIRS, --only REGEX and --cpu N set
# `pairs`, `only` and `cpu`. thread_counts_word "$@" takes --threads N,...: sets the array `thread_counts`, by default 1.
# cores_from CPU COUNT: so many cores, the first of them CPU, as taskset takes them; fails where there are fewer.
# usage: prints the comment at the head of the script, and ends it; --help does so on standard output.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
orthant="${ORTHANT:-$root/build/orthant}"
out=
threads=()
head_comment() { sed -n '2,${/^#/!q;s/^# \?//p}' "$0"; }
usage() { head_comment >&2; exit 2; }
own_word() { :; }
pairs=7 only=. cpu=0
pair_word() {
  taken=2
  case "$1" in
    -n) [[ "${2-}" =~ ^[1-9][0-9]*$ ]] && pairs="$2" || usage ;;
    --only) [ $# -gt 1 ] && only="$2" || usage ;;
    --cpu) [[ "${2-}" =~ ^[0-9]+$ ]] && cpu="$2" || usage ;;
    *) taken=0 ;;
  esac
}
thread_counts=(1)
thread_counts_word() {
  taken=0
  [ "$1" = --threads ] || return 0
  [[ "${2-}" =~ ^[1-9][0-9]*(,[1-9][0-9]*)*$ ]] && taken=2 || usage
  IFS=, read -ra thread_counts <<< "$2"
}
cores_from() {
  if [ "$(($1 + $2))" -gt "$(nproc --all)" ]; then
    echo "$(basename "$0"): $2 threads from core $1 on: the machine has $(nproc --all) cores" >&2
    return 2
  fi
  echo "$1-$(($1 + $2 - 1))"
}
read_words() {
  local taken default="$root/out/$1"
  shift
  while [ $# -gt 0 ]; do
    taken=0
    own_word "$@"
    [ "$taken" = 0 ] || { shift "$taken"; continue; }
    case "$1" in
      -j) [ $# -gt 1 ] || usage; threads=(-j "$2"); shift 2 ;;
      -h | --help) head_comment; exit 0 ;;
      -*) usage ;;
      *) [ -z "$out" ] || usage; out="$1"; shift ;;
    esac
  done
  out="${out:-$default}"
}
