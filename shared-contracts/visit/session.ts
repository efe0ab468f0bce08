import type { Language } from '../i18n/language.ts';
import type { ReadableStore } from '../kit/store.ts';
import type { EntityId } from '../museum/id.ts';
import type { QuestionId } from '../museum/question-ids.ts';
import type { ThemeMode } from '../museum/theme.ts';
import type { TailoringAnswers } from './answers.ts';
import type { Settings } from './settings.ts';
import type { VisitConfig } from './visit-config.ts';

/** All but `isChoosingSettings` survives a reload. */
export interface SessionState {
  museumId?: EntityId | undefined;
  exhibitionId?: EntityId | undefined;
  answers: TailoringAnswers;
  language: Language;
  userChangedLanguage: boolean;
  visitConfig: VisitConfig;
  settings: Settings;
  /** The theme that `settings.theme` selects on this device. */
  themeMode: ThemeMode;
  /** The host's panel of the settings is open. */
  isChoosingSettings: boolean;
}

export interface SettingsSource {
  readonly store: ReadableStore<Pick<SessionState, 'settings'>>;
}

/** The only writer of the three cookies and the stored values. A value that cannot be stored lasts as long as the page. */
export interface VisitorSession {
  readonly store: ReadableStore<SessionState>;
  /** Another museum drops the stored exhibition and answers. */
  arrive(museumId: EntityId, exhibitionId?: EntityId): void;
  chooseExhibition(exhibitionId: EntityId): void;
  /** `chosen` must fit the offered questions. An empty choice removes the answer. */
  answer(questionId: QuestionId, chosen: readonly string[]): void;
  /** Drops answers that the museum no longer offers. */
  keepAnswers(answers: TailoringAnswers): void;
  /** `byVisitor` marks the choice as the visitor's own, which no museum's default overrides. */
  setLanguage(language: Language, byVisitor: boolean): void;
  configure(change: Partial<VisitConfig>): void;
  /** Ignores values that are out of range. */
  changeSettings(change: Partial<Settings>): void;
  /** Opens and closes the panel of the settings. */
  chooseSettings(isOpen: boolean): void;
  /** Ends the visit and deletes its stored values. Choices such as language and theme stay. */
  forget(): void;
  dispose(): void;
}
