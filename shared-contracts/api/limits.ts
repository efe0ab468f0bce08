/** Characters, after trimming. */
export const messageLimit = 2000;
/** Characters of one synthesis. Longer answers are split at sentences. */
export const speechLimit = 600;
export const searchLimit = 100;
export const recordingLimitBytes = 2 * 1024 * 1024;
export const recordingLimitSeconds = 60;
/** Characters of a tour's mark with up to 40 partly heard documents. */
export const tourMarkLimit = 1200;
/** Lines of one request, each with up to `speechLimit` characters. */
export const translationsLimit = 20;
export const mostFrames = 10;
export const framePattern = /^\/(?:static|remotes\/[a-z][a-z0-9]*\/[\w.-]+)\/(?:[\w-]+\/)*[\w.-]+\.js$/;
