import { Fragment, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { z } from 'zod/mini';
import { createI18n } from '../i18n/create-i18n.ts';
import type { Texts } from '../i18n/i18n.ts';
import { type Language, languageSchema } from '../i18n/language.ts';
import type { TranslateKeys } from '../i18n/use-translation.ts';

export type States<Key extends string> = (t: TranslateKeys<Key>) => Record<string, ReactElement>;

interface RemoteStates<Key extends string> {
  states: States<Key>;
  texts: Record<Language, Texts | (() => Promise<{ default: Texts }>)>;
}

/** `?state=ready` renders a state, optionally with `&language=de` or `&theme=negative`. Other addresses list all states. */
export async function showStates<Key extends string>({ states, texts }: RemoteStates<Key>, page: HTMLElement): Promise<void> {
  const search = new URLSearchParams(location.search);
  const language = z.catch(languageSchema, 'en').parse(search.get('language'));
  document.documentElement.lang = language;
  document.documentElement.dataset['theme'] = search.get('theme') === 'negative' ? 'negative' : 'positive';
  const i18n = createI18n({ language });
  const ofLanguage = texts[language];
  i18n.addResourceBundle(language, 'remote', typeof ofLanguage === 'function' ? (await ofLanguage()).default : ofLanguage);
  const translate = i18n.getFixedT(language, 'remote');
  const views = states((key, values) => translate(key, values ?? {}));
  const root = createRoot(page);
  const show = () => {
    const shown = new URLSearchParams(location.search);
    const state = shown.get('state') ?? '';
    const view = Object.hasOwn(views, state) ? views[state] : <StateList names={Object.keys(views)} />;
    // With `changed`, React updates the previous view instead of replacing it, as on a screen.
    flushSync(() => root.render(<Fragment key={shown.has('changed') ? '' : state}>{view}</Fragment>));
  };
  // `npm run gallery -- --barriers --quick` renders all states on one page by popstate.
  window.addEventListener('popstate', show);
  show();
}

function StateList({ names }: { names: readonly string[] }) {
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>
          <a href={`?state=${name}`}>{name}</a>
        </li>
      ))}
    </ul>
  );
}
