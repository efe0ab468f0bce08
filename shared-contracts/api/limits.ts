/** Characters of a typed message, after trimming. */
export const messageLimit = 2000;
/** Characters of one text that is read aloud; longer answers go sentence by sentence. */
export const speechLimit = 600;
/** Characters of what is searched for in a museum's texts. */
export const searchLimit = 100;
/** Bytes and seconds of one dictation. */
export const recordingLimitBytes = 2 * 1024 * 1024;
export const recordingLimitSeconds = 60;
/** Characters of a tour's mark: up to 40 documents of which a part was heard. */
export const tourMarkLimit = 1200;
/** Lines that are translated with one request, each as long as one that is read aloud. */
export const translationsLimit = 20;
/** Frames of a stack, the innermost first; a page sends no more. */
export const mostFrames = 10;
/** The address of one of the site's own scripts. */
export const framePattern = /^\/(?:static|remotes\/[a-z][a-z0-9]*\/[\w.-]+)\/(?:[\w-]+\/)*[\w.-]+\.js$/;
