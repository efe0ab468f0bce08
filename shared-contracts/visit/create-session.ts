import { createStore } from 'zustand/vanilla';
import { defaultLanguage, languageSchema } from '../i18n/language.ts';
import { type SafeStorage, safeStorage } from '../kit/storage.ts';
import { questionIds } from '../museum/question-ids.ts';
import type { TailoringAnswers } from './answers.ts';
import type { SessionState, VisitorSession } from './session.ts';
import { parseSettings, pickThemeMode, type Settings } from './settings.ts';
import { choiceKeys, cookieNames, visitCookies } from './stored-names.ts';
import { defaultVisitConfig, visitConfigSchema } from './visit-config.ts';
import { formatAnswers, formatCookie, parseVisitCookies, type VisitCookies } from './visit-cookies.ts';

type ChoiceKey = (typeof choiceKeys)[number];

type StoredValues = Pick<SessionState, ChoiceKey>;

/** Maximum characters of stored JSON. Our own values have up to 200. */
const jsonLimit = 1000;
const parseVisitConfig = (storage: SafeStorage) => visitConfigSchema.safeParse(storage.readJson('visitConfig', jsonLimit)).data;

function hasBrokenVisitConfig(storage: SafeStorage): boolean {
  return storage.readText('visitConfig') !== undefined && parseVisitConfig(storage) === undefined;
}

function readStoredValues(storage: SafeStorage): StoredValues {
  const language = languageSchema.safeParse(storage.readText('language')).data;
  return {
    language: language ?? defaultLanguage,
    // If the language is invalid, the choice is ignored, because it would override the museum's default forever.
    userChangedLanguage: language !== undefined && storage.readText('userChangedLanguage') === 'true',
    visitConfig: parseVisitConfig(storage) ?? defaultVisitConfig,
    settings: parseSettings(storage.readJson('settings', jsonLimit)),
  };
}

function writeStoredValues(storage: SafeStorage, values: StoredValues, keys: readonly ChoiceKey[]): void {
  for (const key of keys) {
    const value = values[key];
    storage.writeText(key, typeof value === 'string' ? value : JSON.stringify(value));
  }
}

function readChange(storage: SafeStorage, key: string | null): Partial<StoredValues> {
  const changed = choiceKeys.find((candidate) => candidate === key);
  if (!changed || storage.readText(changed) === undefined || hasBrokenVisitConfig(storage)) return {};
  const { language, userChangedLanguage, visitConfig, settings } = readStoredValues(storage);
  if (changed === 'visitConfig') return { visitConfig };
  if (changed === 'settings') return { settings };
  // Two tabs may show two museums. One museum's default must not change the other tab's language.
  return userChangedLanguage ? { language, userChangedLanguage } : {};
}

/** `{ document, window }` in a browser. Cookies and storage may throw or lose values. */
export interface SessionPage {
  document: EventTarget & { cookie: string };
  /** `isSecureContext` is true under https and on localhost. */
  window: EventTarget & { readonly localStorage: Pick<Storage, 'getItem' | 'setItem'>; readonly isSecureContext: boolean } & Partial<
      Pick<Window, 'matchMedia'>
    >;
}

/** Their answer wins if it differs from `base`, because another tab changed the answer. */
function mergeAnswers(ours: TailoringAnswers, theirs: TailoringAnswers, base: TailoringAnswers): TailoringAnswers {
  const merged: TailoringAnswers = {};
  for (const id of questionIds) {
    const answer = isSame(theirs[id], base[id]) ? ours[id] : theirs[id];
    if (answer) merged[id] = answer;
  }
  return isSame(merged, ours) ? ours : merged;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** If cookies are blocked, reads are empty and writes have no effect. */
function createVisitCookies(page: { cookie: string }, isSecure: boolean) {
  const write = (name: string, value: string | undefined) => {
    try {
      page.cookie = formatCookie(name, value, isSecure);
    } catch {}
  };
  return {
    read(): VisitCookies {
      try {
        return parseVisitCookies(page.cookie);
      } catch {
        return { answers: {} };
      }
    },
    /** Writes all three cookies, so that they expire together after four hours. */
    write({ museumId, exhibitionId, answers }: VisitCookies): void {
      write(cookieNames.museumId, museumId);
      write(cookieNames.exhibitionId, exhibitionId);
      write(cookieNames.answers, Object.keys(answers).length > 0 ? formatAnswers(answers) : undefined);
    },
    remove(): void {
      for (const name of visitCookies) write(name, undefined);
    },
  };
}

export function createSession({ document, window }: SessionPage): VisitorSession {
  const storage = safeStorage(() => window.localStorage);
  const darkDevice = window.matchMedia?.('(prefers-color-scheme: dark)');
  const themeOf = (settings: Settings) => pickThemeMode(settings, darkDevice?.matches ?? false);
  const cookies = createVisitCookies(document, window.isSecureContext);
  const visit = cookies.read();
  const values = readStoredValues(storage);
  const store = createStore<SessionState>(() => ({
    ...visit,
    ...values,
    themeMode: themeOf(values.settings),
    isChoosingSettings: false,
  }));
  /** The cookie's answers at the last read or write, to detect changes of another tab. */
  let seenAnswers = visit.answers;
  const lifetime = new AbortController();

  function update(given: Partial<SessionState>): void {
    const state = store.getState();
    const change = given.settings ? { ...given, themeMode: themeOf(given.settings) } : given;
    const differs = Object.entries(change).some(([name, value]) => !isSame(value, state[name as keyof SessionState]));
    if (differs) store.setState(change);
  }

  function storeChoices(change: Partial<SessionState>, keys: readonly ChoiceKey[]): void {
    update(change);
    writeStoredValues(storage, store.getState(), keys);
  }

  function updateVisit(change: Partial<VisitCookies>): void {
    update(change);
    const { museumId, exhibitionId, answers } = store.getState();
    if (museumId === undefined) return;
    cookies.write({ museumId, exhibitionId, answers });
    seenAnswers = cookies.read().answers;
  }

  /** A tab in another museum has another visit and changes nothing here. */
  function mergeCookies(): void {
    const theirs = cookies.read();
    const { museumId, exhibitionId, answers } = store.getState();
    if (theirs.museumId === undefined || (museumId !== undefined && museumId !== theirs.museumId)) {
      seenAnswers = {};
      return;
    }
    const merged = mergeAnswers(answers, theirs.answers, seenAnswers);
    seenAnswers = theirs.answers;
    update({ museumId: theirs.museumId, exhibitionId: exhibitionId ?? theirs.exhibitionId, answers: merged });
  }

  // The reset happens once at the start, because two releases in two tabs would otherwise reset each other forever.
  if (hasBrokenVisitConfig(storage)) writeStoredValues(storage, values, ['visitConfig']);
  const { signal } = lifetime;
  document.addEventListener('visibilitychange', mergeCookies, { signal });
  window.addEventListener('focus', mergeCookies, { signal });
  window.addEventListener('storage', (event) => update(readChange(storage, (event as StorageEvent).key)), { signal });
  darkDevice?.addEventListener('change', () => update({ themeMode: themeOf(store.getState().settings) }), { signal });

  return {
    store,
    arrive(museumId, exhibitionId) {
      mergeCookies();
      const before = store.getState();
      const isSameMuseum = museumId === before.museumId;
      updateVisit({
        museumId,
        exhibitionId: exhibitionId ?? (isSameMuseum ? before.exhibitionId : undefined),
        answers: isSameMuseum ? before.answers : {},
      });
    },
    chooseExhibition(exhibitionId) {
      mergeCookies();
      updateVisit({ exhibitionId });
    },
    answer(questionId, chosen) {
      mergeCookies();
      const answers = { ...store.getState().answers };
      if (chosen.length > 0) answers[questionId] = [...chosen];
      else delete answers[questionId];
      updateVisit({ answers });
    },
    keepAnswers(answers) {
      if (isSame(answers, store.getState().answers)) return;
      update({ answers });
      mergeCookies();
      updateVisit({});
    },
    setLanguage(language, byVisitor) {
      if (!byVisitor && store.getState().userChangedLanguage) return;
      // `userChangedLanguage` is stored first, because another tab reads both values at the event of either.
      storeChoices({ language, userChangedLanguage: byVisitor }, ['userChangedLanguage', 'language']);
    },
    configure: (change) => storeChoices({ visitConfig: { ...store.getState().visitConfig, ...change } }, ['visitConfig']),
    changeSettings: (change) => storeChoices({ settings: parseSettings(change, store.getState().settings) }, ['settings']),
    chooseSettings: (isOpen) => update({ isChoosingSettings: isOpen }),
    forget() {
      cookies.remove();
      seenAnswers = {};
      update({ museumId: undefined, exhibitionId: undefined, answers: {} });
    },
    dispose: () => lifetime.abort(),
  };
}
