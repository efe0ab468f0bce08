/** A narrow space before ; ! ? and a wide space before : and within « », all non-breaking. */
export const withFrenchSpaces = (text: string): string =>
  text
    .replace(/[ \u00a0\u202f]([;!?])/g, '\u202f$1')
    .replace(/[ \u00a0\u202f]([:»])/g, '\u00a0$1')
    .replace(/«[ \u00a0\u202f]/g, '«\u00a0');
