import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { beforeEach, expect, it } from '@rstest/core';
import { screenLimitMs } from './remote-error.ts';
import { createStartFlags } from './start-flags.ts';

const [remote, version] = ['landing', '2.4.0'];
const clock = createHandClock();
beforeEach(() => window.localStorage.clear());

function openPage(storage = () => window.localStorage) {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  const opened = Object.defineProperty(new EventTarget(), 'localStorage', { get: storage });
  const flags = createStartFlags({ window: Object.assign(opened, { document: page }) as unknown as Window, clock });
  const hide = () => {
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { ...flags, hide, leave: () => opened.dispatchEvent(new Event('pagehide')) };
}

it('the second page finds the version that hung the first page, and the third page does not', () => {
  openPage().start(remote, version);
  clock.pass(screenLimitMs);
  const second = openPage();
  expect([second.hung, second.hasHung(remote, version), second.hasHung(remote, '2.5.0')]).toEqual([[{ remote, version }], true, false]);
  expect(openPage().hung).toEqual([]);
});

it('a start flag keeps its time if the hung page is reloaded at once', () => {
  openPage().start(remote, version);
  clock.pass(screenLimitMs - 1);
  const second = openPage();
  expect(second.hung).toEqual([]);
  second.start(remote, version);
  clock.pass(1);
  expect(openPage().hung).toEqual([{ remote, version }]);
});

it('a start flag is cleared when its version has rendered', () => {
  const hasDrawn = openPage().start(remote, version);
  openPage().start('visit', '1.0.0');
  hasDrawn();
  clock.pass(screenLimitMs);
  expect(openPage().hung).toEqual([{ remote: 'visit', version: '1.0.0' }]);
});

it.each(['hide', 'leave'] as const)('a start flag is cleared when visitors %s the page', (act) => {
  const page = openPage();
  page.start(remote, version);
  page[act]();
  clock.pass(screenLimitMs);
  expect(openPage().hung).toEqual([]);
});

it('a hidden page sets no start flag', () => {
  const page = openPage();
  page.hide();
  page.start(remote, version);
  clock.pass(screenLimitMs);
  expect(openPage().hung).toEqual([]);
});

it('a page with blocked storage sets no start flag', () => {
  const page = openPage(() => {
    throw new Error('blocked');
  });
  page.start(remote, version)();
  expect(page.hung).toEqual([]);
});
