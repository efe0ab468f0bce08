/**
 * Moments of a call between which only the browser, the SDKs or the museum's side are at work: what is between the
 * others is our own share of a visitor's wait. Performance marks `voice:…`, of each the latest; `npm run bench` reads them.
 */
type VoiceMoment =
  | 'asked'
  | 'facts-asked'
  | 'claimed'
  | 'microphone-asked'
  | 'microphone-granted'
  | 'sdk-started'
  | 'call-made'
  | 'joined'
  | 'playing'
  | 'call-started'
  | 'ready'
  | 'sent'
  | 'opened'
  | 'silenced';

/** Stores no history: a long visit would fill the browser's buffer. */
export function markVoice(moment: VoiceMoment): void {
  performance.clearMarks(`voice:${moment}`);
  performance.mark(`voice:${moment}`);
}
