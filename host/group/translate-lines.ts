import { keyOf, type Translations } from '@enfilade/shared-contracts/conversation/transcript/translations';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { FollowedLine } from './follow-group.ts';

/** own: in the follower's language · waiting: the translation is pending · said: translated · foreign: has no translation. */
export type ShownLine = { kind: 'own' | 'said' | 'foreign'; text: string } | { kind: 'waiting' };

/** An open line is not translated yet. */
export function showLine({ isOpen, language: from, text }: FollowedLine, to: Language, translations: Translations): ShownLine {
  if (from === to) return { kind: 'own', text };
  const said = isOpen ? undefined : translations.get(keyOf({ from, to }, text));
  if (said === undefined) return { kind: 'waiting' };
  return said === null ? { kind: 'foreign', text } : { kind: 'said', text: said };
}
