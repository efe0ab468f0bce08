import { expect, type Page, test } from '@playwright/test';
import { findLostByForcedColors, findLostBySpacing, findLostByTextSize, findUnreached, findUnseenFocus } from '../test-kit/strains.ts';

// `npm run gallery -- --barriers` reports nothing on our pages. These pages with and without a barrier test the checks themselves.

const button = 'min-block-size: 44px; min-inline-size: 44px;';
const barriers: { name: string; find(page: Page): Promise<string[]>; with: string; without: string; found: RegExp }[] = [
  {
    name: 'a focus that is not shown',
    find: findUnseenFocus,
    with: `<button style="${button} outline: none">Send</button>`,
    without: `<button style="${button}">Send</button><style>:focus-visible { outline: 3px solid }</style>`,
    found: /^focus not shown: Send$/,
  },
  {
    name: 'a focus beneath a bar that stays',
    find: findUnseenFocus,
    with: '<main style="block-size: 95vh"></main><a href="#a">Imprint</a><footer style="position: fixed; inset: auto 0 0; block-size: 60px; background: #fff"></footer>',
    without: '<main style="block-size: 95vh"></main><a href="#a">Imprint</a>',
    found: /^focus beneath something: Imprint$/,
  },
  {
    name: 'words for which another spacing leaves no room',
    find: findLostBySpacing,
    with: '<div style="block-size: 1.2em; overflow: hidden"><p style="margin: 0; inline-size: 9em">What is behind this door</p></div>',
    without: '<div><p style="margin: 0; inline-size: 9em">What is behind this door</p></div>',
    found: /^spacing: cut: What is/,
  },
  {
    name: 'words for which twice the text leaves no room',
    find: findLostByTextSize,
    with: '<p style="inline-size: 120px; white-space: nowrap; overflow: hidden; font-size: 1rem">The exhibitions</p>',
    without: '<p style="inline-size: 240px; font-size: 1rem">The exhibitions</p>',
    found: /^200 % text: (cut|clipped): The exhibitions$/,
  },
  {
    name: 'a button that is a background alone',
    find: findLostByForcedColors,
    with: `<button style="${button} border: 0; background: #036">Talk</button>`,
    without: `<button style="${button} border: 1px solid #036; background: #036">Talk</button>`,
    found: /^forced colours: has no edge: Talk$/,
  },
  {
    name: 'a choice that is a colour alone',
    find: findLostByForcedColors,
    with: '<div role="group"><button class="a" aria-pressed="true" style="color: red">Text</button><button class="a" aria-pressed="false">Audio</button></div>',
    without:
      '<div role="group"><button class="a" aria-pressed="true" style="font-weight: 700">Text</button><button class="a" aria-pressed="false">Audio</button></div>',
    found: /^forced colours: looks as if it were not chosen: Text$/,
  },
  {
    name: 'a place that keys cannot leave',
    find: findUnreached,
    with: '<input aria-label="Code" onkeydown="event.preventDefault()"><button>Open</button>',
    without: '<input aria-label="Code"><button>Open</button>',
    found: /^Tab never comes to: Open$/,
  },
];

for (const { name, find, found, ...content } of barriers)
  test(`the barrier checks find ${name}, and find nothing on a page without the barrier`, { tag: '@all' }, async ({ page }) => {
    await page.setContent(content.with);
    expect((await find(page)).filter((each) => found.test(each))).not.toEqual([]);
    await page.setContent(content.without);
    expect((await find(page)).filter((each) => found.test(each))).toEqual([]);
  });
