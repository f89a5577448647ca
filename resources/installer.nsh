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

; An update removes the old version first, and stays at its place.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    !insertmacro deskscopePath remove
  ${endIf}
!macroend
