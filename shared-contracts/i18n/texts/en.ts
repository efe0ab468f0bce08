/** Texts that several screens share; `shared:` reaches them from any namespace. */
export const en = {
  'language.label': 'Language',
  'language.en': 'English',
  'language.de': 'Deutsch',
  'language.fr': 'Français',
  'theme.toNegative': 'Switch to light on dark',
  'theme.toPositive': 'Switch to dark on light',
  loading: 'Loading...',
  retry: 'Retry',
  tryAgain: 'Try again',
  back: 'Back',
  next: 'Next',
  close: 'Close',
  send: 'Send',
  play: 'Play',
  stop: 'Stop',
  'error.network': 'No connection to the museum’s guide. Please check your network.',
  'error.timeout': 'That took too long. Please try again.',
  'error.aborted': 'That was stopped.',
  'error.refused': 'That was not accepted. Please try again.',
  'error.malformed': 'Something went wrong on our side. Please try again.',
  'error.interrupted': 'The connection broke off. What has arrived stays.',
  'error.unknown': 'Something went wrong. Please try again.',
  'error.wait_one': 'Please wait a second, then try again.',
  'error.wait_other': 'Please wait {{count}} seconds, then try again.',
  'error.staff': 'If it stays like this, please ask a member of staff.',
} as const;

/** Every language says the same things. */
export type SharedTexts = Record<keyof typeof en, string>;
