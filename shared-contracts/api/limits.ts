/** Characters of a typed message, after trimming. */
export const messageLimit = 2000;
/** Characters of one text that is read aloud; longer answers go sentence by sentence. */
export const speechLimit = 600;
/** Bytes and seconds of one dictation. */
export const recordingLimitBytes = 2 * 1024 * 1024;
export const recordingLimitSeconds = 60;
/** Lines that are translated with one request, each as long as one that is read aloud. */
export const translationsLimit = 20;
