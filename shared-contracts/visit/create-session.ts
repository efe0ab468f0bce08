import { createStore } from 'zustand/vanilla';
import { defaultLanguage, type Language, languageSchema } from '../i18n/language.ts';
import { type SafeStorage, safeStorage } from '../kit/storage.ts';
import type { EntityId } from '../museum/id.ts';
import { type QuestionId, questionIds } from '../museum/question-ids.ts';
import type { TailoringAnswers } from './answers.ts';
import type { SessionState, VisitorSession } from './session.ts';
import { parseSettings, pickThemeMode, type Settings } from './settings.ts';
import { choiceKeys, cookieNames, visitCookies } from './stored-names.ts';
import { defaultVisitConfig, type VisitConfig, visitConfigSchema } from './visit-config.ts';
import { formatAnswers, formatCookie, parseVisitCookies, type VisitCookies } from './visit-cookies.ts';

type ChoiceKey = (typeof choiceKeys)[number];

/** What local storage holds for longer than a visit. */
interface StoredValues {
  language: Language;
  userChangedLanguage: boolean;
  visitConfig: VisitConfig;
  settings: Settings;
}

/** Characters; ours have two hundred at most, and anything much longer is not ours. */
const jsonLimit = 1000;
const parseVisitConfig = (storage: SafeStorage) => visitConfigSchema.safeParse(storage.readJson('visitConfig', jsonLimit)).data;

/** Whether something is stored as visit configuration that is none. */
function hasBrokenVisitConfig(storage: SafeStorage): boolean {
  return storage.readText('visitConfig') !== undefined && parseVisitConfig(storage) === undefined;
}

/** Every stored value, with its default where none of ours is found. */
function readStoredValues(storage: SafeStorage): StoredValues {
  const language = languageSchema.safeParse(storage.readText('language')).data;
  return {
    language: language ?? defaultLanguage,
    // Without its language the choice is void: it would override the museum's default for ever.
    userChangedLanguage: language !== undefined && storage.readText('userChangedLanguage') === 'true',
    visitConfig: parseVisitConfig(storage) ?? defaultVisitConfig,
    settings: parseSettings(storage.readJson('settings', jsonLimit)),
  };
}

/** Writes the values named by `keys`. */
function writeStoredValues(storage: SafeStorage, values: StoredValues, keys: readonly ChoiceKey[]): void {
  for (const key of keys) {
    const value = values[key];
    storage.writeText(key, typeof value === 'string' ? value : JSON.stringify(value));
  }
}

/** The page a session lives on: `{ document, window }` in a browser. Any part of it may throw or lose what it stored. */
export interface SessionPage {
  document: EventTarget & { cookie: string };
  /** `isSecureContext` is true under https and on localhost. */
  window: EventTarget & { readonly localStorage: Pick<Storage, 'getItem' | 'setItem'>; readonly isSecureContext: boolean } & Partial<
      Pick<Window, 'matchMedia'>
    >;
}

/** Makes the page's one session from what cookies and storage hold; end it with `dispose`. */
export function createSession(page: SessionPage): VisitorSession {
  return new StoredSession(page);
}

/** Ours, where theirs did not change since `base`; theirs, where another tab changed it. */
function mergeAnswers(ours: TailoringAnswers, theirs: TailoringAnswers, base: TailoringAnswers): TailoringAnswers {
  const merged: TailoringAnswers = {};
  for (const id of questionIds) {
    const answer = isSame(theirs[id], base[id]) ? ours[id] : theirs[id];
    if (answer) merged[id] = answer;
  }
  return isSame(merged, ours) ? ours : merged;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

class StoredSession implements VisitorSession {
  readonly store;
  readonly #page: SessionPage;
  readonly #storage: SafeStorage;
  readonly #darkDevice: MediaQueryList | undefined;
  /** The answers in the cookie when it was last read or written, to see what another tab changed since. */
  #seenAnswers: TailoringAnswers;
  readonly #lifetime = new AbortController();

  constructor(page: SessionPage) {
    this.#page = page;
    this.#storage = safeStorage(() => page.window.localStorage);
    this.#darkDevice = page.window.matchMedia?.('(prefers-color-scheme: dark)');
    const cookies = this.#readCookies();
    this.#seenAnswers = cookies.answers;
    const values = readStoredValues(this.#storage);
    const themeMode = pickThemeMode(values.settings, this.#isDeviceDark);
    this.store = createStore<SessionState>(() => ({ ...cookies, ...values, themeMode, isChoosingSettings: false }));
    // Reset where it is stored, but only once: two releases in two tabs would reset each other for ever.
    if (hasBrokenVisitConfig(this.#storage)) writeStoredValues(this.#storage, values, ['visitConfig']);
    this.#listen();
  }

  arrive(museumId: EntityId, exhibitionId?: EntityId): void {
    this.#mergeCookies();
    const { museumId: before, exhibitionId: stored, answers } = this.store.getState();
    const isSameMuseum = museumId === before;
    this.#updateVisit({
      museumId,
      exhibitionId: exhibitionId ?? (isSameMuseum ? stored : undefined),
      answers: isSameMuseum ? answers : {},
    });
  }

  chooseExhibition(exhibitionId: EntityId): void {
    this.#mergeCookies();
    this.#updateVisit({ exhibitionId });
  }

  answer(questionId: QuestionId, chosen: readonly string[]): void {
    this.#mergeCookies();
    const answers = { ...this.store.getState().answers };
    if (chosen.length > 0) answers[questionId] = [...chosen];
    else delete answers[questionId];
    this.#updateVisit({ answers });
  }

  keepAnswers(answers: TailoringAnswers): void {
    if (isSame(answers, this.store.getState().answers)) return;
    this.#update({ answers });
    this.#mergeCookies();
    this.#updateVisit({});
  }

  setLanguage(language: Language, byVisitor: boolean): void {
    if (!byVisitor && this.store.getState().userChangedLanguage) return;
    // Another tab reads both values at the event of either: `userChangedLanguage` has to be stored first.
    this.#store({ language, userChangedLanguage: byVisitor }, ['userChangedLanguage', 'language']);
  }

  configure(change: Partial<VisitConfig>): void {
    this.#store({ visitConfig: { ...this.store.getState().visitConfig, ...change } }, ['visitConfig']);
  }

  changeSettings(change: Partial<Settings>): void {
    const settings = parseSettings(change, this.store.getState().settings);
    this.#store({ settings, themeMode: pickThemeMode(settings, this.#isDeviceDark) }, ['settings']);
  }

  chooseSettings(isOpen: boolean): void {
    this.#update({ isChoosingSettings: isOpen });
  }

  forget(): void {
    for (const name of visitCookies) this.#writeCookie(name, undefined);
    this.#seenAnswers = {};
    this.#update({ museumId: undefined, exhibitionId: undefined, answers: {} });
  }

  dispose(): void {
    this.#lifetime.abort();
  }

  get #isDeviceDark(): boolean {
    return this.#darkDevice?.matches ?? false;
  }

  #listen(): void {
    const { document, window } = this.#page;
    const { signal } = this.#lifetime;
    const mergeCookies = () => this.#mergeCookies();
    document.addEventListener('visibilitychange', mergeCookies, { signal });
    window.addEventListener('focus', mergeCookies, { signal });
    this.#darkDevice?.addEventListener(
      'change',
      () => this.#update({ themeMode: pickThemeMode(this.store.getState().settings, this.#isDeviceDark) }),
      { signal },
    );
    window.addEventListener('storage', (event) => this.#onStorageEvent((event as StorageEvent).key), { signal });
  }

  /** Another tab stored a value. Only that value is read: others may not have been stored by this page. */
  #onStorageEvent(key: string | null): void {
    const changed = choiceKeys.find((candidate) => candidate === key);
    if (!changed || this.#storage.readText(changed) === undefined || hasBrokenVisitConfig(this.#storage)) return;
    const { language, userChangedLanguage, visitConfig, settings } = readStoredValues(this.#storage);
    if (changed === 'visitConfig') this.#update({ visitConfig });
    else if (changed === 'settings') this.#update({ settings, themeMode: pickThemeMode(settings, this.#isDeviceDark) });
    // Two tabs may show two museums: a museum's default is no reason to change the other's language.
    else if (userChangedLanguage) this.#update({ language, userChangedLanguage });
  }

  /** Another tab answered, or arrived first. A tab in another museum is another visit and changes nothing here. */
  #mergeCookies(): void {
    const cookies = this.#readCookies();
    const { museumId, exhibitionId, answers } = this.store.getState();
    if (cookies.museumId === undefined || (museumId !== undefined && museumId !== cookies.museumId)) {
      this.#seenAnswers = {};
      return;
    }
    const merged = mergeAnswers(answers, cookies.answers, this.#seenAnswers);
    this.#seenAnswers = cookies.answers;
    this.#update({ museumId: cookies.museumId, exhibitionId: exhibitionId ?? cookies.exhibitionId, answers: merged });
  }

  #readCookies(): VisitCookies {
    try {
      return parseVisitCookies(this.#page.document.cookie);
    } catch {
      return { answers: {} };
    }
  }

  /** Applies the change and writes all three cookies, so that all three expire in four hours. */
  #updateVisit(change: Partial<VisitCookies>): void {
    this.#update(change);
    const { museumId, exhibitionId, answers } = this.store.getState();
    if (museumId === undefined) return;
    this.#writeCookie(cookieNames.museumId, museumId);
    this.#writeCookie(cookieNames.exhibitionId, exhibitionId);
    this.#writeCookie(cookieNames.answers, Object.keys(answers).length > 0 ? formatAnswers(answers) : undefined);
    this.#seenAnswers = this.#readCookies().answers;
  }

  #writeCookie(name: string, value: string | undefined): void {
    try {
      this.#page.document.cookie = formatCookie(name, value, this.#page.window.isSecureContext);
    } catch {
      // Cookies are blocked: the visit stays in this page's memory.
    }
  }

  #store(change: Partial<SessionState>, keys: readonly ChoiceKey[]): void {
    this.#update(change);
    writeStoredValues(this.#storage, this.store.getState(), keys);
  }

  #update(change: Partial<SessionState>): void {
    const state = this.store.getState();
    const differs = Object.entries(change).some(([name, value]) => !isSame(value, state[name as keyof SessionState]));
    if (differs) this.store.setState(change);
  }
}
