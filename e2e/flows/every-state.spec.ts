import type { BrowserContext, Page } from '@playwright/test';
import { answers } from '../test-kit/answers.ts';
import type { Fault } from '../test-kit/fault.ts';
import { expectStill, watchShifts } from '../test-kit/instruments.ts';
import { expect, museums, staircase, test } from '../test-kit/test.ts';
import { rememberVisitConfig } from '../test-kit/visit-config.ts';

// What a screen reader is told of each page in the built site, and that keys alone come to what one does there. Every view, drawn
// from literals, is told the same way in each package's testing/states.aria.txt.

const visit = `museum=${museums.belmonte}&collection=${staircase}`;

interface State {
  name: string;
  path: string;
  breaks?: readonly [RegExp, Fault];
  input?: 'audio' | 'text';
  /** Before the page is opened, in it. */
  begin?: () => void;
  tree: string;
  /** What one does there. */
  action: string;
  /** The heading that has the focus once it was done. */
  leadsTo?: string;
}

const states: readonly State[] = [
  {
    name: 'no museum',
    path: '/?code',
    tree: `
      - banner
      - main:
        - heading "Which museum are you in?" [level=1]
        - list
        - textbox "Or type the letters under the code"
        - button "Open"
    `,
    action: 'Open',
  },
  {
    name: 'an address of no museum',
    path: `/?museum=${'0'.repeat(24)}`,
    tree: `
      - main:
        - heading "Which museum are you in?" [level=1]
        - alert: This address leads to no museum here.
    `,
    action: 'Open',
  },
  {
    name: 'a museum that does not answer',
    path: `/?museum=${museums.cathedral}`,
    breaks: [/^\/api\/museums\//, { kind: '500' }],
    tree: `
      - main:
        - status:
          - heading "The museum could not be reached." [level=1]
          - paragraph: Please check your connection, then try once more.
      - contentinfo:
        - button "Retry"
        - button "Enter a code"
    `,
    action: 'Retry',
  },
  {
    name: 'the landing',
    path: `/collection-selection?${visit}`,
    tree: `
      - main:
        - heading "Discover Rich Museum Narratives" [level=1]
        - button "Information"
        - button "Choose an exhibition"
        - region "Exhibitions":
          - heading "Exhibitions" [level=2]
          - group "1 of 5":
            - button "The Grand Staircase"
    `,
    action: 'The Grand Staircase',
  },
  {
    name: 'a question of one answer',
    path: `/tailoring?${visit}&question=time`,
    tree: `
      - main:
        - progressbar "Your questions"
        - heading "How much time do you have?" [level=1]
        - list "How much time do you have?":
          - listitem:
            - button "5 minutes"
          - listitem:
            - button "10 minutes" [pressed]
    `,
    action: '15 minutes',
  },
  {
    name: 'a question of many answers',
    path: `/tailoring?${visit}&question=goals`,
    tree: `
      - main:
        - heading "What brings you here?" [level=1]
        - group "What brings you here?":
          - checkbox "Learn Who, when and why" [checked]
          - checkbox "Relax Slow down and look"
        - paragraph: 1 answer chosen
        - button "Next"
    `,
    action: 'Next',
  },
  {
    name: 'a missing page',
    path: '/no/such/room',
    tree: `
      - main:
        - heading "404" [level=1]
        - heading "This label seems to be missing" [level=2]
      - contentinfo:
        - button "Back to Palazzo Belmonte"
    `,
    action: 'Back to Palazzo Belmonte',
  },
  {
    name: 'a screen that failed',
    path: `/collection-selection?${visit}`,
    breaks: [/^\/remotes\/landing\//, { kind: '404' }],
    tree: `
      - main:
        - alert:
          - heading "This room did not open" [level=1]
      - contentinfo:
        - button "Retry"
    `,
    action: 'Retry',
  },
  {
    name: 'the question for the microphone',
    path: `/visit?${visit}`,
    input: 'audio',
    tree: `
      - main:
        - tabpanel "Audio":
          - heading "So that Clara can hear you" [level=1]
          - list:
            - listitem: Clara is an AI, not a person.
          - button "Allow microphone"
          - button "Use text instead"
    `,
    action: 'Use text instead',
  },
  {
    name: 'a browser that cannot carry a call',
    path: `/visit?${visit}`,
    input: 'audio',
    begin: () => void Object.defineProperty(Navigator.prototype, 'mediaDevices', { get: () => undefined }),
    tree: `
      - main:
        - tabpanel "Audio":
          - alert:
            - heading "This browser cannot carry a conversation" [level=1]
          - button "Use text instead"
    `,
    action: 'Use text instead',
  },
  {
    name: 'a written visit',
    path: `/visit?${visit}`,
    input: 'text',
    tree: `
      - main:
        - tabpanel "Text":
          - heading /Vestibule|The Grand Staircase/ [level=1]
          - log "Conversation"
          - textbox "Your question"
          - button "Send"
      - navigation:
        - button "End the visit"
    `,
    action: 'End the visit',
    leadsTo: 'Your visit',
  },
  {
    name: 'the chat',
    path: `/text-chat?museum=${museums.textChat}`,
    tree: `
      - banner:
        - heading "Vesper" [level=1]
      - main:
        - log "Conversation"
        - textbox "Your question"
        - button "Send"
    `,
    action: 'Send',
  },
];

async function arrive(context: BrowserContext, url = '') {
  const cookies = { museumID: museums.belmonte, collectionID: staircase, tailoringAnswers: encodeURIComponent(JSON.stringify(answers)) };
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })));
}

/** Presses Tab from the page's beginning until something of that name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const wanted = page.getByRole('button', { name, exact: true }).or(page.getByRole('textbox', { name, exact: true }));
  const isThere = () => wanted.evaluateAll((all) => all.includes(document.activeElement as HTMLElement));
  for (let press = 0; press < 30 && !(await isThere()); press += 1) await page.keyboard.press('Tab');
  expect(await isThere(), `Tab comes to “${name}”`).toBe(true);
  const focused = page.locator(':focus');
  expect(await focused.evaluate((each) => getComputedStyle(each).outlineStyle), 'the focus is seen').toBe('solid');
  await expect(focused).toBeInViewport();
}

for (const { name, path, breaks, input, begin, tree, action, leadsTo } of states) {
  test(`${name}: what it is is told, and keys alone come to “${action}”`, async ({ page, context, faults, baseURL }) => {
    await arrive(context, baseURL);
    if (input) await rememberVisitConfig(context, { inputMode: input });
    if (begin) await page.addInitScript(begin);
    if (breaks) faults.break(...breaks);
    await page.goto(path);
    await expect(page.locator('body')).toMatchAriaSnapshot(tree);
    await tabTo(page, action);
    if (!leadsTo) return;
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: leadsTo })).toBeFocused();
  });
}

test('nothing moves while the settings, what is looked for, and the end of a visit open, on a small phone', async ({
  page,
  context,
  baseURL,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await arrive(context, baseURL);
  await rememberVisitConfig(context, { inputMode: 'text' });
  const shifted = await watchShifts(page);
  await page.goto('/visit');
  const visited = page.locator('section[data-remote="visit"]');
  await expect(visited.getByRole('textbox')).toBeVisible();
  await expectStill(shifted, 'the visit');
  for (const dialog of ['Display and sound', 'Information']) {
    await page.getByRole('button', { name: dialog }).click();
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await expectStill(shifted, dialog);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expectStill(shifted, `${dialog}, closed`);
  }
  await page.goto('/visit#end');
  await expect(page.getByRole('heading', { level: 1, name: 'Your visit' })).toBeVisible();
  await expectStill(shifted, 'the end of the visit');
});
