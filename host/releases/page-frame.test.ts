import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { afterEach, expect, it } from '@rstest/core';
import { createPageFrame } from './page-frame.ts';

const frame = createPageFrame(document, createHandClock());
afterEach(() => document.body.replaceChildren());

it.each([
  ['nothing is busy', '<section data-remote="visit"><p></p></section>', false],
  ['the screen says so itself', '<section data-remote="visit" data-busy="true"></section>', true],
  ['a part of it says so', '<section data-remote="visit"><div><p data-busy></p></div></section>', true],
  ['something beside it says so', '<p data-busy></p><section data-remote="visit"></section>', false],
])('a drawn screen where %s', (_, html, isBusy) => {
  document.body.innerHTML = html;
  expect(frame.screen()).toEqual({ name: 'visit', isBusy });
});

it('a page without a screen draws nothing', () => {
  document.body.innerHTML = '<main data-busy></main>';
  expect(frame.screen()).toBeUndefined();
});
