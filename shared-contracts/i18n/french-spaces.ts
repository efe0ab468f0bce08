/** A French text as printers set it: before ; ! ? a narrow space, before : and within « » a wide one, none of which breaks a line. Other languages have no such spaces. */
export const withFrenchSpaces = (text: string): string =>
  text
    .replace(/\s([;!?])/g, '\u202f$1')
    .replace(/\s([:»])/g, '\u00a0$1')
    .replace(/«\s/g, '«\u00a0');
