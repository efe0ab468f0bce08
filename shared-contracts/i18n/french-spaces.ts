/**
 * Applies French typography: a narrow space before ; ! ? and a wide space before : and within « », all non-breaking. Other languages
 * have no such spaces.
 */
export const withFrenchSpaces = (text: string): string =>
  text
    .replace(/[ \u00a0\u202f]([;!?])/g, '\u202f$1')
    .replace(/[ \u00a0\u202f]([:»])/g, '\u00a0$1')
    .replace(/«[ \u00a0\u202f]/g, '«\u00a0');
