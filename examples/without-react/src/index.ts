// The screen by itself, for `npm run dev`: `/?language=de`. In a site, the host provides the real values.
import type { Language, MountProps } from '@enfilade/contract';
import { loadTexts, mount } from './screen.ts';

const language = (new URLSearchParams(location.search).get('language') ?? 'en') as Language;
const { default: texts } = await loadTexts(language);
const translate = (key: string, values: Record<string, string> = {}) =>
  (texts[key] ?? key).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');

mount(document.body, {
  museum: { name: 'Halden Gallery' },
  session: { chooseSettings() {}, setLanguage() {} },
  clock: { now: () => Date.now(), after: () => () => {} },
  i18n: { language, getFixedT: () => translate, on() {}, off() {} },
  go() {},
} as unknown as MountProps);
