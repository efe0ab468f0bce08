// Plain JavaScript, because the tools that decide what is stale run before anything is built.

/** macOS, Windows, Linux and network storage write these files into folders. */
const ofSystems =
  /^(?:\._.*|\.(?:DS_Store|AppleDouble|LSOverride|Spotlight-V100|Trashes|fseventsd|TemporaryItems|directory)|\.(?:Trash-|nfs|fuse_hidden).*|Icon\r|__MACOSX|Thumbs\.db(?::.*)?|ehthumbs(?:_vista)?\.db|desktop\.ini|\$RECYCLE\.BIN|System Volume Information|lost\+found|@eaDir|#recycle)$/i;
/** Editors, office and sync programs write these files beside an open, changed or incomplete file. */
const ofPrograms =
  /^(?:~\$.*|\.~.*|~.*\.tmp|\.#.*|#.*#|.*~|.*\.(?:sw[a-p]|bak|orig|rej|tmp|temp|part|crdownload|download)|\.(?:stfolder|stversions|stignore|dropbox.*|syncthing\..*|sync_.*))$/i;
const ofPeople = /^(?:readme(?:\.(?:md|txt|rst|pdf|docx?|html?))?|\.git(?:keep|ignore|attributes))$/i;

/** Excludes the copies that sync programs make of two conflicting edits, because a person must choose one. @param {string} name */
export function isLeftBehind(name) {
  return [ofSystems, ofPrograms, ofPeople].some((names) => names.test(name));
}
