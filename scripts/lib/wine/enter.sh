#!/bin/sh
# Runs a program in a root of its own, made of folders of this machine. sandbox.mjs starts this as the first process of
# new mount and process namespaces: nobody outside sees the mounts, and with this script all that it started ends.
#
#   enter.sh ROOT OUTPUT [FOLDER PLACE]... -- PROGRAM [ARGUMENT]...
#
# ROOT is an empty folder, OUTPUT a file: programs in Wine cannot write to a pipe that was made outside (EBADF), so they
# write to a file, and this passes it on as it grows.
set -eu
root=$1
output=$2
shift 2

mount -t tmpfs tmpfs "$root"
mkdir -p "$root/proc" "$root/tmp" "$root/home"
chmod 1777 "$root/tmp"
ln -s usr/bin usr/lib usr/lib64 usr/sbin "$root"
mount -t proc proc "$root/proc"
while [ "$1" != -- ]; do
  mkdir -p "$root$2"
  mount --rbind "$1" "$root$2"
  shift 2
done
shift

: >"$output"
chroot "$root" "$@" >>"$output" 2>&1 </dev/null &
program=$!
tail --bytes=+1 --sleep-interval=0.1 --follow --pid=$program "$output" &
code=0
wait $program || code=$?
wait
exit $code
