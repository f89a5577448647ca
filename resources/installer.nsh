; What electron-builder's installer does besides. NSIS cuts texts after 1,024 characters, and many a Path is longer: the
; program itself changes it.
!macro deskscopePath what
  ${if} $installMode == "all"
    nsExec::ExecToLog '"$INSTDIR\bin\deskscope.cmd" path ${what} --everybody'
  ${else}
    nsExec::ExecToLog '"$INSTDIR\bin\deskscope.cmd" path ${what}'
  ${endIf}
  Pop $0
!macroend

!macro customInstall
  !insertmacro deskscopePath add
!macroend

; Also where a new version is put in its place, maybe in another folder: that one adds its own again.
!macro customUnInstall
  !insertmacro deskscopePath remove
!macroend
