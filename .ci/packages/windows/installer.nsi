; Installs Rig Advisor for one person, without administrator's rights. Works with makensis on every system:
;   makensis -DVERSION=0.1.0 -DMACHINE=x86_64 -DFOLDER=dist/rig-advisor -DOUTPUT=dist/rig-advisor-0.1.0-windows-x86_64.exe installer.nsi
; Silent: /S, another folder with /D=C:\..., uninstaller with /S; /DELETEDATA takes the measurements, too.

Unicode true
!ifdef NSIS_WIN32_MAKENSIS
  Target x86-unicode
!else
  Target amd64-unicode
!endif
!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!include WinVer.nsh
!include x64.nsh

!define NAME "Rig Advisor"
!define ID "rig-advisor"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\${ID}"
!define CLASSES "Software\Classes"

Name "${NAME}"
OutFile "${OUTPUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\${NAME}"
InstallDirRegKey HKCU "${UNINSTALL}" "InstallLocation"
SetCompressor /SOLID lzma
ShowInstDetails nevershow
ShowUninstDetails nevershow
BrandingText " "

VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "${NAME}"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "${NAME} setup"
VIAddVersionKey LegalCopyright "Apache-2.0"

!ifdef ICON
  !define MUI_ICON "${ICON}"
  !define MUI_UNICON "${ICON}"
!endif
!define MUI_FINISHPAGE_RUN "$INSTDIR\${NAME}.exe"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_COMPONENTS
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE English

; One plain sentence, also where nobody is asked (/S), instead of an app that cannot start.
!macro EndWith SENTENCE
  MessageBox MB_OK|MB_ICONSTOP "${SENTENCE}" /SD IDOK
  SetErrorLevel 2
  Quit
!macroend

Function .onInit
  ${IfNot} ${AtLeastWin10}
    !insertmacro EndWith "${NAME} needs Windows 10 or newer."
  ${EndIf}
!if "${MACHINE}" == "arm64"
  ${IfNot} ${IsNativeARM64}
    !insertmacro EndWith "This setup is for processors of the kind arm64. This computer needs the one for x86_64."
  ${EndIf}
!else
  ${IfNot} ${RunningX64}
    !insertmacro EndWith "${NAME} needs a 64-bit Windows."
  ${EndIf}
!endif
FunctionEnd

; A running program cannot be opened for writing; then nothing is changed.
!macro WaitUntilClosed FILE
  ${Do}
    ClearErrors
    ${If} ${FileExists} "${FILE}"
      FileOpen $0 "${FILE}" a
      ${IfNot} ${Errors}
        FileClose $0
      ${EndIf}
    ${EndIf}
    ${IfNot} ${Errors}
      ${ExitDo}
    ${EndIf}
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "${NAME} is open. Close it, then try again." /SD IDCANCEL IDRETRY +3
    SetErrorLevel 2
    Quit
  ${Loop}
!macroend

; Only what an installer of ours has written: the folder may hold other files, too.
!macro RemoveProgram
  !insertmacro WaitUntilClosed "$INSTDIR\${NAME}.exe"
  !insertmacro WaitUntilClosed "$INSTDIR\${ID}.exe"
  ${If} ${FileExists} "$INSTDIR\${ID}.exe"
    RMDir /r "$INSTDIR\_internal"
  ${EndIf}
  Delete "$INSTDIR\${NAME}.exe"
  Delete "$INSTDIR\${ID}.exe"
!macroend

!macro FileKind ENDING KIND TEXT
  WriteRegStr HKCU "${CLASSES}\${KIND}" "" "${TEXT}"
  WriteRegStr HKCU "${CLASSES}\${KIND}\DefaultIcon" "" "$INSTDIR\${NAME}.exe,0"
  WriteRegStr HKCU "${CLASSES}\${KIND}\shell\open\command" "" '"$INSTDIR\${NAME}.exe" "%1"'
  WriteRegStr HKCU "${CLASSES}\${ENDING}\OpenWithProgids" "${KIND}" ""
!macroend

!macro ForgetFileKind ENDING KIND
  DeleteRegKey HKCU "${CLASSES}\${KIND}"
  DeleteRegValue HKCU "${CLASSES}\${ENDING}\OpenWithProgids" "${KIND}"
  DeleteRegKey /ifempty HKCU "${CLASSES}\${ENDING}\OpenWithProgids"
!macroend

; The desktop reads the kinds of files anew (SHCNE_ASSOCCHANGED).
!macro TellDesktop
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

Section "-Program"
  !insertmacro RemoveProgram
  SetOutPath "$INSTDIR"
  File /r "${FOLDER}\*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\${NAME}.lnk" "$INSTDIR\${NAME}.exe"
  !insertmacro FileKind ".rig" "RigAdvisor.Machine" "Rig Advisor machine profile"
  !insertmacro FileKind ".gguf" "RigAdvisor.Gguf" "GGUF model file"
  !insertmacro FileKind ".safetensors" "RigAdvisor.Safetensors" "safetensors model file"
  ReadRegStr $0 HKCU "${CLASSES}\.rig" ""
  ${If} $0 == ""
    WriteRegStr HKCU "${CLASSES}\.rig" "" "RigAdvisor.Machine"
  ${EndIf}
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "${NAME}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "Rig Advisor maintainers"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\${NAME}.exe"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" $0
  !insertmacro TellDesktop
SectionEnd

Section "un.Rig Advisor"
  SectionIn RO
  !insertmacro RemoveProgram
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\${NAME}.lnk"
  !insertmacro ForgetFileKind ".rig" "RigAdvisor.Machine"
  !insertmacro ForgetFileKind ".gguf" "RigAdvisor.Gguf"
  !insertmacro ForgetFileKind ".safetensors" "RigAdvisor.Safetensors"
  ReadRegStr $0 HKCU "${CLASSES}\.rig" ""
  ${If} $0 == "RigAdvisor.Machine"
    DeleteRegValue HKCU "${CLASSES}\.rig" ""
  ${EndIf}
  DeleteRegKey /ifempty HKCU "${CLASSES}\.rig"
  DeleteRegKey /ifempty HKCU "${CLASSES}\.gguf"
  DeleteRegKey /ifempty HKCU "${CLASSES}\.safetensors"
  DeleteRegKey HKCU "${UNINSTALL}"
  !insertmacro TellDesktop
SectionEnd

Section /o "un.My settings, measurements and corrections" UserData
  RMDir /r "$LOCALAPPDATA\${ID}"
SectionEnd

Function un.onInit
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/DELETEDATA" $1
  ${IfNot} ${Errors}
    !insertmacro SelectSection ${UserData}
  ${EndIf}
FunctionEnd
