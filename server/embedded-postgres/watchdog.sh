# The parent of initdb and postgres, which ends them when Node ends. Node holds the other end of
# a pipe, so a clean stop, a crash and a kill -9 of Node all arrive here as the same end of file.
#
#   sh -c "$(cat watchdog.sh)" promptarium-watchdog COMMAND ARGUMENTS…
#   0: pipe from Node   1: pipe to Node, gets the command's pid   2: the log file
#   3: the server lock, which the command and all its children inherit
#
# POSIX sh: /bin/sh may be dash, busybox ash or bash.

trap '' INT TERM HUP
exec 4<&0

"$@" 4<&- </dev/null >&2 &
server=$!
echo "$server"
exec 1>&2

# The signal is repeated until the process is gone: one sent before postgres has
# installed its handlers would be lost, and a repeated one changes nothing.
ask_to_end() {
  left=$2
  while [ "$left" -gt 0 ] && kill -"$1" "$server" 2>/dev/null; do
    sleep 0.1
    left=$((left - 1))
  done
}

# INT is PostgreSQL's fast shutdown. It hangs forever during a crash restart
# (18.4: 20 of 20), hence QUIT after 10 s, and KILL when that has no effect either.
(
  exec 3>&-
  cd /
  while read -r _; do :; done <&4
  ask_to_end INT 100
  ask_to_end QUIT 30
  kill -KILL "$server" 2>/dev/null
) &
watcher=$!

wait "$server"
code=$?
kill -KILL "$watcher" 2>/dev/null
# A killed process may still exist: the process that waits for this one waits for it too.
wait "$watcher" 2>/dev/null
exit "$code"
