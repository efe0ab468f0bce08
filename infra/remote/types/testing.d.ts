import type { Destination, GuideApi, I18n, Language, Museum, MuseumProfile, ScreenProps, Texts, TranslateKeys } from '@enfilade/contract';
import type { ReactElement } from 'react';
import type { TopBarProps } from './index.d.ts';

export declare const languages: readonly ['en', 'de', 'fr'];

export declare function createI18n(options: { language: Language }): I18n;

/** One sentence for each problem of the texts. */
export declare function findTextProblems(texts: Record<Language, Texts>): string[];

export declare const visitStates: Readonly<
  Record<'landing' | 'landing-returning' | 'tailoring' | 'visit' | 'visit-writing' | 'chat', VisitState>
>;

export interface VisitState {
  path: `/${string}`;
  hasExhibition?: boolean;
}

export interface PropsOptions {
  /** A value of `visitStates`. If `state` is missing, the session has only the museum. */
  state?: Omit<VisitState, 'path'>;
  language?: Language;
  /** Default: a museum with two exhibitions. */
  museum?: Museum;
  profile?: MuseumProfile;
  /** The gateway's responses. Every other call is refused. */
  api?: Partial<GuideApi>;
}

export type TestClock = ScreenProps['clock'] & { pass(milliseconds: number): void };

/**
 * Session, translator, bus and conversation are real. `went` lists the screen's navigations. `props.session.dispose()` ends the session.
 */
export declare function createScreenProps(
  module: { loadTexts(language: Language): Promise<{ default: Texts }> },
  options?: PropsOptions,
): Promise<{ props: ScreenProps; i18n: I18n; went: Destination[]; clock: TestClock; isBusy(): boolean }>;

/** View's name → the view with literal props. */
export type States<Key extends string> = (t: TranslateKeys<Key>) => Record<string, ReactElement>;

export declare function LiteralTopBar(props: Omit<TopBarProps, 'i18n' | 'session'>): ReactElement;

/** The accessibility tree of each view as text. */
export declare function tellStates(draw: () => Record<string, ReactElement>): Promise<string>;
