import '../styles/page.css';
import './offline.css';
import { withFrenchSpaces } from '@enfilade/shared-contracts/i18n/french-spaces';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { safeStorage } from '@enfilade/shared-contracts/kit/storage';
import buttonStyles from '@enfilade/shared-contracts/ui/styles/button.module.css';
import cardStyles from '@enfilade/shared-contracts/ui/styles/card.module.css';
import eyebrowStyles from '@enfilade/shared-contracts/ui/styles/eyebrow.module.css';
import frameStyles from '../screens/failed-screen.module.css';
import { readStoredConversation, readStoredMuseum } from './stored-visit.ts';
import { texts } from './texts/texts.ts';

// All parts of this page are in one file, because offline nothing can be fetched. Words of visitors and museums are set only as text.

/** Interval and timeout of the checks of the site while `navigator.onLine` is true. */
const retryMs = 10_000;
const attemptMs = 8_000;

const storage = safeStorage(() => window.localStorage);
const languages = Object.keys(texts) as Language[];
const wanted = [storage.readText('language'), ...navigator.languages].map((name) => name?.slice(0, 2));
const language = wanted.map((name) => languages.find((known) => known === name)).find(Boolean) ?? 'en';
const words = texts[language];

const find = (selector: string) => document.querySelector(selector) as HTMLElement;
const [problem, status, button] = [find('#problem'), find('[role="status"]'), find('button')];
const here = { window, cookie: document.cookie, address: new URLSearchParams(location.search) };
const museum = readStoredMuseum(here);

/** Styles of the site's screens for these elements. A class that composes other classes is a list of names. */
const shared: [selector: string, ...names: (string | undefined)[]][] = [
  ['.card', cardStyles['card'], cardStyles['corners']],
  ['.eyebrow', eyebrowStyles['eyebrow']],
  ['.wall', frameStyles['wall']],
  ['.wall > div', frameStyles['emptyFrame']],
  ['button', buttonStyles['button'], buttonStyles['main']],
];

function showPage(): void {
  for (const [selector, ...names] of shared) find(selector).classList.add(...names.flatMap((name) => name?.split(' ') ?? []));
  const root = document.documentElement;
  root.lang = language;
  const { textSize, contrast, theme } = Object(storage.readJson('settings'));
  const isDark = theme === 'dark' || (theme === 'device' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset['theme'] = isDark ? 'negative' : 'positive';
  if (textSize > 100 && textSize <= 200) root.style.fontSize = `${textSize}%`;
  if (contrast === 'more') root.dataset['contrast'] = contrast;
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]')) {
    element.textContent = words[element.dataset['text'] as keyof typeof words];
  }
  find('#advice').textContent = words.advice;
  if (museum) find('header').textContent = museum.name;
  for (const [name, colour] of Object.entries(museum?.tokens ?? {})) root.style.setProperty(name, colour);
  showProblem();
  showConversation();
}

function showProblem(): void {
  problem.textContent = navigator.onLine ? words.unreachable : words.noNetwork;
  document.title = `${problem.textContent} – ${museum?.name ?? 'Enfilade'}`;
}

function showConversation(): void {
  const utterances = readStoredConversation({ ...here, nowMs: Date.now() });
  find('#empty').hidden = utterances.length > 0;
  find('section').hidden = utterances.length === 0;
  for (const { speaker, text, language: said } of utterances) {
    const item = document.createElement('li');
    const name = document.createElement('h3');
    const paragraph = document.createElement('p');
    item.className = speaker;
    name.textContent = (speaker === 'guide' && museum?.guideName) || words[speaker];
    paragraph.textContent = withFrenchSpaces(text);
    if (said) paragraph.lang = said;
    item.append(name, paragraph);
    find('#transcript').append(item);
  }
}

let isTrying = false;

/** Reloads once the site sends any response. Until then the visitor reads this page. */
async function tryAgain(isAsked: boolean): Promise<void> {
  if (isTrying) return;
  isTrying = true;
  const show = (text: string) => {
    if (isAsked) status.textContent = text;
  };
  show(words.trying);
  button.setAttribute('aria-disabled', 'true');
  try {
    // biome-ignore lint/style/noRestrictedGlobals: there is no gateway client on this page
    await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(attemptMs) });
    location.reload();
  } catch {
    show(words.failed);
    button.removeAttribute('aria-disabled');
    isTrying = false;
  }
}

// Opened by its own address: the network works, so the page redirects.
if (location.pathname === '/offline.html') location.replace('/');
else {
  showPage();
  button.addEventListener('click', () => void tryAgain(true));
  addEventListener('offline', showProblem);
  addEventListener('online', () => {
    showProblem();
    void tryAgain(true);
  });
  setInterval(() => {
    if (navigator.onLine && document.visibilityState === 'visible') void tryAgain(false);
  }, retryMs);
}
