#!/bin/sh
# Runs a program in a root of its own, made of folders of this machine. sandbox.mjs starts this as the first process of
# new mount and process namespaces: nobody outside sees the mounts, and with this script all that it started ends.
#
#   enter.sh ROOT OUTPUT [FOLDER PLACE]... -- PROGRAM [ARGUMENT]...
#
# ROOT is an empty folder on the file system of the project: Wine takes a folder for a link where the file system changes,
# and programs that follow links then find no npm packages. OUTPUT is a file for what the program writes, which is passed
# on as it grows: programs in Wine cannot write to a pipe that was made outside (EBADF).
set -eu
root=$1
output=$2
shift 2

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
