import type { I18n } from '../i18n/i18n.ts';
import type { Language } from '../i18n/language.ts';
import type { Exhibition, Museum } from '../museum/museum.ts';

/** Facts for a slot below an answer: the subject of the answer, but no words of visitor or guide. */
export interface AnswerFacts {
  museum: Museum;
  exhibition?: Exhibition | undefined;
  /** The room that the guide named last, or else the exhibition's name. */
  title: string;
  /** From 1. Only in a guided tour that has begun. */
  room?: { number: number; count: number } | undefined;
  /** The guide's voice is playing. */
  isSpeaking: boolean;
}

export interface VisitEndFacts {
  museum: Museum;
  minutes: number;
  /** Only of a guided tour. */
  rooms?: { seen: readonly string[]; total: number } | undefined;
}

export type SlotFacts = AnswerFacts | VisitEndFacts;

export type FillerProps<Facts extends SlotFacts> = Facts & {
  language: Language;
  /** Has the remote's own texts under its name, as in a screen. */
  i18n: I18n;
  /** The screen is the name of its remote. */
  go(to: { screen: string }): void;
};

export interface OpenedSlot<Facts extends SlotFacts> {
  /** Equal facts are rendered once, so any number of calls is cheap. */
  update(facts: Facts): void;
  close(): void;
}

/** The element must be empty and hidden. The host shows the element while it has content, and removes a filler that fails. */
export type OpenSlot = <Facts extends SlotFacts>(name: string, element: HTMLElement, facts: Facts) => OpenedSlot<Facts>;
