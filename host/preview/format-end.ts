import type { Language } from '@enfilade/shared-contracts/i18n/language';

/** A time of this device, in ms since the epoch, as the language says it: `14:30`, on another day than today `23 Nov, 14:30`. */
export function formatEnd(end: number, language: Language, now: number): string {
  const isToday = new Date(end).toDateString() === new Date(now).toDateString();
  const day = isToday ? {} : ({ day: 'numeric', month: 'short' } as const);
  // English is ours to choose: this is a house in Europe.
  const locale = language === 'en' ? 'en-GB' : language;
  return new Intl.DateTimeFormat(locale, { ...day, hour: '2-digit', minute: '2-digit' }).format(end);
}
