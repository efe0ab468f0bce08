const noBreak = '\u00a0';

/** A French text whose spaces before ; : ! ? » and after « break no line; texts in other languages have no such spaces. */
export const withFrenchSpaces = (text: string): string => text.replace(/ ([;:!?»])/g, `${noBreak}$1`).replaceAll('« ', `«${noBreak}`);
