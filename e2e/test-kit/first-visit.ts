import type { Tap } from './page-load.ts';
import { museums } from './test.ts';

// What a visitor taps first on each screen. Found by what the visitor sees where a page may show it before its scripts run.

/** The landing of a museum, opened by its code. */
export const landing: Tap & { url: string } = {
  url: `/?museum=${museums.belmonte}`,
  find: () => [...document.querySelectorAll('a, button')].find(({ textContent }) => textContent?.trim() === 'Choose an exhibition'),
  isDone: () => [...document.querySelectorAll('h2')].some((heading) => heading.getBoundingClientRect().top < innerHeight),
};

/** Of the landing: to the questions before a visit. */
export const firstExhibition: Tap['find'] = () => document.querySelector('[data-remote="landing"] [role="group"] button');

/** The last question: which voice. */
export const tailoring: Tap = {
  find: () => document.querySelector('[data-remote="tailoring"] main ul button[aria-pressed]'),
  isDone: (voice) => voice.ariaPressed === 'true',
};

/** Of the last question. */
export const startVisit: Tap['find'] = () => [...document.querySelectorAll('[data-remote="tailoring"] main button')].at(-1);

export const visit: Tap = {
  find: () => document.getElementById('visit-tab-text'),
  isDone: (tab) => tab.ariaSelected === 'true',
};

export const chat: Tap & { url: string } = {
  url: `/?museum=${museums.textChat}`,
  find: () => document.querySelector('[data-remote="chat"] textarea'),
  isDone: (field) => document.activeElement === field,
};
