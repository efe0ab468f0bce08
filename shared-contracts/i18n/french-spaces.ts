/**
 * A French text in printers' typography: before ; ! ? a narrow space, before : and within « » a wide one, all non-breaking. Other languages
 * have no such spaces.
 */
export const withFrenchSpaces = (text: string): string =>
  text
    .replace(/[ \u00a0\u202f]([;!?])/g, '\u202f$1')
    .replace(/[ \u00a0\u202f]([:»])/g, '\u00a0$1')
    .replace(/«[ \u00a0\u202f]/g, '«\u00a0');
