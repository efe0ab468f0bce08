import type { Language, ScreenProps } from '@enfilade/contract';
import { createRoot } from 'react-dom/client';
import './alone.css';
import Screen, { loadTexts } from './screen.tsx';

// The screen by itself, for `npm run dev`: `/?language=de`. In a site, the host provides the real values.
const language = (new URLSearchParams(location.search).get('language') ?? 'en') as Language;
document.documentElement.lang = language;

const texts: Record<string, string> = {
  ...(await loadTexts(language)).default,
  'shared:language.label': 'Language',
  'shared:settings.open': 'Settings',
};
const state = { language, themeMode: 'positive', isChoosingSettings: false };
const translate = (key: string, values: Record<string, string> = {}) =>
  (texts[key] ?? key).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');

const schedule = (delayMs: number, call: () => void) => {
  const timer = setTimeout(call, delayMs);
  return () => clearTimeout(timer);
};

const props = {
  museum: { name: 'Halden Gallery', exhibitions: [{ _id: '6610a1b2c3d4e5f602000015' }, { _id: '6610a1b2c3d4e5f602000016' }] },
  session: {
    store: { getState: () => state, subscribe: () => () => undefined },
    chooseExhibition() {},
    chooseSettings() {},
    setLanguage() {},
  },
  clock: { now: () => Date.now(), after: schedule },
  i18n: { language, getFixedT: () => translate, on() {}, off() {} },
  go: ({ screen }: { screen: string }) => alert(screen),
} as unknown as ScreenProps;

const root = document.getElementById('root');
if (root) createRoot(root).render(<Screen {...props} />);
