import type { Language } from '@enfilade/shared-contracts/i18n/language';
import words from './prompt-words.json';

interface PromptWords {
  /** Where the assistant has no first message. */
  welcome: string;
  /** First words of a call that goes on with a conversation. */
  welcomeBack: string;
  /** How a visitor is to be spoken to who chose easy language. */
  easy: string;
  unanswered: string;
  minutes: string;
  /** An answer's uiStringID → how it is said. */
  answers: Record<string, string>;
}

/** Answers as they are said inside a prompt. */
export const promptWords: Record<Language, PromptWords> = words;
