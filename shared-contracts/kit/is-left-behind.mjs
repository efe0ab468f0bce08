// Plain JavaScript, because the tools that decide what is stale run before anything is built.

/** What systems put into a folder when it is looked at, shared, packed or deleted from: macOS, Windows, Linux, network storage. */
const ofSystems =
  /^(?:\._.*|\.(?:DS_Store|AppleDouble|LSOverride|Spotlight-V100|Trashes|fseventsd|TemporaryItems|directory)|\.(?:Trash-|nfs|fuse_hidden).*|Icon\r|__MACOSX|Thumbs\.db(?::.*)?|ehthumbs(?:_vista)?\.db|desktop\.ini|\$RECYCLE\.BIN|System Volume Information|lost\+found|@eaDir|#recycle)$/i;
/** What editors, office and sync programs put beside a file that is open, was changed, or is still on its way. */
const ofPrograms =
  /^(?:~\$.*|\.~.*|~.*\.tmp|\.#.*|#.*#|.*~|.*\.(?:sw[a-p]|bak|orig|rej|tmp|temp|part|crdownload|download)|\.(?:stfolder|stversions|stignore|dropbox.*|syncthing\..*|sync_.*))$/i;
/** What people write for each other. */
const ofPeople = /^(?:readme(?:\.(?:md|txt|rst|pdf|docx?|html?))?|\.git(?:keep|ignore|attributes))$/i;

/**
 * Whether a file or folder of that name was left behind by a program, or says something to people alone. Such names appear in every folder
 * sooner or later, and nobody means them to be read. The copies that sync programs make of two edits are not among them: somebody has to
 * choose.
 * @param {string} name
 * @returns {boolean}
 */
export function isLeftBehind(name) {
  return [ofSystems, ofPrograms, ofPeople].some((names) => names.test(name));
}
