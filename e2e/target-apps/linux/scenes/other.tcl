# Another app's window, which can lie over a scene. usage: wish other.tcl LOG; reads lines “X Y WIDTH HEIGHT TOPMOST” or “away”.
wm withdraw .
wm title . "Another app"
set log [open [lindex $argv 0] a]
fconfigure $log -buffering line
bind . <Button> { puts $log "{\"id\": \"another app\", \"what\": \"down\", \"value\": %b}" }
bind . <Key> { puts $log "{\"id\": \"another app\", \"what\": \"key\", \"value\": \"%K\"}" }
fileevent stdin readable {
  if {[gets stdin line] < 0} exit
  if {$line eq "away"} {
    wm withdraw .
  } else {
    lassign $line x y w h topmost
    wm geometry . ${w}x$h+$x+$y
    wm attributes . -topmost $topmost
    wm deiconify .
    raise .
  }
}
