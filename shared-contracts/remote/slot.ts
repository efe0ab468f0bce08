import type { I18n } from '../i18n/i18n.ts';
import type { Language } from '../i18n/language.ts';
import type { Exhibition, Museum } from '../museum/museum.ts';

/** What the remote in a place below an answer is given: what is spoken of, and nothing that was said. */
export interface AnswerFacts {
  museum: Museum;
  exhibition?: Exhibition | undefined;
  /** The room that the guide named last, or else the exhibition's name. */
  title: string;
  /** Counts from 1; in a guided tour that has begun. */
  room?: { number: number; count: number } | undefined;
  /** The guide is being heard. */
  isSpeaking: boolean;
}

/** At the end of a visit. */
export interface VisitEndFacts {
  museum: Museum;
  minutes: number;
  /** Of a guided tour. */
  rooms?: { seen: readonly string[]; total: number } | undefined;
}

export type SlotFacts = AnswerFacts | VisitEndFacts;

/** What a component that fills a place is given, beside what the place is about. */
export type FillerProps<Facts extends SlotFacts> = Facts & {
  language: Language;
  /** With the remote's own words under its name, as in a screen. */
  i18n: I18n;
  /** To a screen, by its remote's name. */
  go(to: { screen: string }): void;
};

/** A place of a screen that is in the page. */
export interface OpenedSlot<Facts extends SlotFacts> {
  /** As often as it may be called: what is the same is drawn once. */
  update(facts: Facts): void;
  close(): void;
}

/**
 * Gives an empty element of the page, which is hidden, to the remote that fills the place of that name. Once there is
 * something in it, and only then, it is shown. What fails in it is taken away again.
 */
export type OpenSlot = <Facts extends SlotFacts>(name: string, element: HTMLElement, facts: Facts) => OpenedSlot<Facts>;
