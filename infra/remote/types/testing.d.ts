import type { Destination, GuideApi, I18n, Language, Museum, MuseumProfile, ScreenProps, Texts, TranslateKeys } from '@enfilade/contract';
import type { ReactElement } from 'react';
import type { TopBarProps } from './index.d.ts';

export declare const languages: readonly ['en', 'de', 'fr'];

/** The page's translator. */
export declare function createI18n(options: { language: Language }): I18n;

/** What is wrong with texts in three languages, a sentence each. */
export declare function findTextProblems(texts: Record<Language, Texts>): string[];

/** States of a visit, by name: `landing`, `tailoring`, `visit`, `chat` and others. */
export declare const visitStates: Readonly<
  Record<'landing' | 'landing-returning' | 'tailoring' | 'visit' | 'visit-writing' | 'chat', VisitState>
>;

export interface VisitState {
  path: `/${string}`;
  hasExhibition?: boolean;
}

export interface PropsOptions {
  /** One of `visitStates`. If it is missing, only the museum is known. */
  state?: Omit<VisitState, 'path'>;
  language?: Language;
  /** In place of a museum with two exhibitions. */
  museum?: Museum;
  profile?: MuseumProfile;
  /** What the gateway answers; every other call is refused. */
  api?: Partial<GuideApi>;
}

/** The clock of a test, which advances only on request. */
export type TestClock = ScreenProps['clock'] & { pass(milliseconds: number): void };

/**
 * What the page hands a screen in one state of a visit. Session, translator, bus and conversation are real. `went` lists the screen's
 * navigations. End the session with `props.session.dispose()`.
 */
export declare function createScreenProps(
  module: { loadTexts(language: Language): Promise<{ default: Texts }> },
  options?: PropsOptions,
): Promise<{ props: ScreenProps; i18n: I18n; went: Destination[]; clock: TestClock; isBusy(): boolean }>;

/** A remote's views by name, each from literal props. */
export type States<Key extends string> = (t: TranslateKeys<Key>) => Record<string, ReactElement>;

/** The top bar in the language and theme of the page, which it does not change. */
export declare function LiteralTopBar(props: Omit<TopBarProps, 'i18n' | 'session'>): ReactElement;

/** What each view is to a screen reader, as text to compare. */
export declare function tellStates(draw: () => Record<string, ReactElement>): Promise<string>;
