import type { Language } from '../i18n/language.ts';
import type { ReadableStore } from '../kit/store.ts';
import type { EntityId } from '../museum/id.ts';
import type { QuestionId } from '../museum/question-ids.ts';
import type { ThemeMode } from '../museum/theme.ts';
import type { TailoringAnswers } from './answers.ts';
import type { Settings } from './settings.ts';
import type { VisitConfig } from './visit-config.ts';

/** What is known of this visitor. All but `isChoosingSettings` survives a reload. */
export interface SessionState {
  museumId?: EntityId | undefined;
  exhibitionId?: EntityId | undefined;
  answers: TailoringAnswers;
  language: Language;
  userChangedLanguage: boolean;
  visitConfig: VisitConfig;
  settings: Settings;
  /** What `settings.theme` comes to on this device. */
  themeMode: ThemeMode;
  /** The panel of the settings, which the host draws, is open. */
  isChoosingSettings: boolean;
}

/** Source of rate and volume for everything that plays or speaks. */
export interface SettingsSource {
  readonly store: ReadableStore<Pick<SessionState, 'settings'>>;
}

/**
 * The visitor's session, one per page: the single writer of the three cookies and the stored values.
 * No action throws because of storage: what cannot be written stays in this page's memory.
 */
export interface VisitorSession {
  readonly store: ReadableStore<SessionState>;
  /** Another museum drops the stored exhibition and answers. */
  arrive(museumId: EntityId, exhibitionId?: EntityId): void;
  chooseExhibition(exhibitionId: EntityId): void;
  /** Stores an answer that was checked against the offered questions; an empty choice removes it. */
  answer(questionId: QuestionId, chosen: readonly string[]): void;
  /** Drops answers that the museum no longer offers. */
  keepAnswers(answers: TailoringAnswers): void;
  /** `byVisitor` marks the choice as the visitor's own, which no museum's default overrides. */
  setLanguage(language: Language, byVisitor: boolean): void;
  configure(change: Partial<VisitConfig>): void;
  /** What is out of range changes nothing. */
  changeSettings(change: Partial<Settings>): void;
  /** Opens and closes the panel of the settings. */
  chooseSettings(isOpen: boolean): void;
  /** The visit is over, and nothing of it is stored any more; language, theme and the like stay. */
  forget(): void;
  dispose(): void;
}
