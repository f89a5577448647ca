@echo off
rem The command line of Deskscope. Electron has no standard input on Windows, except as plain Node.
setlocal
set ELECTRON_RUN_AS_NODE=1
"%~dp0..\Deskscope.exe" "%~dp0..\resources\app.asar\out\main\cli.js" %*
exit /b %ERRORLEVEL%
