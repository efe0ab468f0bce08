import type { KeyOf, Language, TranslateKeys } from '@enfilade/contract';
import { daysOfWeek, hoursOf, isFree, openingAt } from './hours.ts';
import styles from './screen.module.css';
import type en from './texts/en.json';

interface Presses {
  onLanguage(language: Language): void;
  onSettings(): void;
  onBack(): void;
}

interface Facts {
  museumName: string;
  now: Date;
  language: string;
  t: TranslateKeys<KeyOf<typeof en>>;
}

const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch', fr: 'Français' };

/** Creates the elements once, so that focus stays. `fill` sets their words. */
export function createPage({ onLanguage, onSettings, onBack }: Presses): { root: HTMLElement; fill(facts: Facts): void } {
  const brand = create('p', styles.brand);
  const language = create('select', styles.language, ...Object.entries(languageNames).map(([code, name]) => new Option(name, code)));
  language.addEventListener('change', () => onLanguage(language.value as Language));
  const settings = createButton(styles.settings, onSettings);
  const title = create('h1', styles.title);
  const state = create('p', styles.state);
  const caption = create('caption', styles.caption);
  const days = Array.from({ length: 7 }, () => ({ name: create('th', styles.day), hours: create('td', styles.hours) }));
  for (const { name } of days) name.scope = 'row';
  const back = createButton(styles.back, onBack);
  const rows = days.map(({ name, hours }) => create('tr', styles.row, name, hours));
  const table = create('table', styles.week, caption, create('tbody', undefined, ...rows));
  const bar = create('div', styles.bar, brand, language, settings);
  // The page renders a section around the screen. A header within a section is a landmark only by its role.
  bar.role = 'banner';
  const root = create('div', styles.screen, bar, create('main', styles.page, title, state, table, back));
  return {
    root,
    fill({ museumName, now, language: code, t }) {
      brand.textContent = museumName;
      language.value = code;
      language.setAttribute('aria-label', t('shared:language.label'));
      settings.textContent = t('shared:settings.open');
      title.textContent = t('title');
      state.textContent = openingText(now, code, t);
      caption.textContent = t('week');
      back.textContent = t('back');
      for (const [index, day] of daysOfWeek(now).entries()) {
        const isToday = day.toDateString() === now.toDateString();
        rows[index]?.toggleAttribute('data-today', isToday);
        days[index]?.name.replaceChildren(new Intl.DateTimeFormat(code, { weekday: 'long', day: 'numeric', month: 'short' }).format(day));
        days[index]?.hours.replaceChildren(...hoursTexts(day, code, t));
      }
    },
  };
}

const timeFormat = (language: string) => new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' });

function openingText(now: Date, language: string, t: Facts['t']): string {
  const opening = openingAt(now);
  if (opening.is === 'closed') return t('closedNow');
  return t(opening.is === 'open' ? 'openUntil' : 'opensAt', { time: timeFormat(language).format(opening.at) });
}

function hoursTexts(day: Date, language: string, t: Facts['t']): HTMLElement[] {
  const hours = hoursOf(day);
  const text = hours ? timeFormat(language).formatRange(...hours) : t('closed');
  return [create('span', undefined, text), ...(hours && isFree(day) ? [create('span', styles.free, t('free'))] : [])];
}

function create<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string | undefined, ...children: (Node | string)[]) {
  const element = document.createElement(tag);
  if (className !== undefined) element.className = className;
  element.append(...children);
  return element;
}

function createButton(className: string | undefined, onPress: () => void): HTMLButtonElement {
  const button = create('button', className);
  button.type = 'button';
  button.addEventListener('click', onPress);
  return button;
}
