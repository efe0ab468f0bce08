// Plain JavaScript, because the tools that decide what is stale run before anything is built.

/** Files that macOS, Windows, Linux and network storage write into folders. */
const ofSystems =
  /^(?:\._.*|\.(?:DS_Store|AppleDouble|LSOverride|Spotlight-V100|Trashes|fseventsd|TemporaryItems|directory)|\.(?:Trash-|nfs|fuse_hidden).*|Icon\r|__MACOSX|Thumbs\.db(?::.*)?|ehthumbs(?:_vista)?\.db|desktop\.ini|\$RECYCLE\.BIN|System Volume Information|lost\+found|@eaDir|#recycle)$/i;
/** Files that editors, office and sync programs write beside an open, changed or incomplete file. */
const ofPrograms =
  /^(?:~\$.*|\.~.*|~.*\.tmp|\.#.*|#.*#|.*~|.*\.(?:sw[a-p]|bak|orig|rej|tmp|temp|part|crdownload|download)|\.(?:stfolder|stversions|stignore|dropbox.*|syncthing\..*|sync_.*))$/i;
/** Files for people and for git. */
const ofPeople = /^(?:readme(?:\.(?:md|txt|rst|pdf|docx?|html?))?|\.git(?:keep|ignore|attributes))$/i;

/**
 * The copies that sync programs make of two conflicting edits do not count, because a person must choose one.
 * @param {string} name
 * @returns {boolean} whether a program left the file or folder behind, or the file is for people alone
 */
export function isLeftBehind(name) {
  return [ofSystems, ofPrograms, ofPeople].some((names) => names.test(name));
}
