import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { afterEach, describe, expect, it } from '@rstest/core';
import { looksMs, watchUse } from './watch-use.ts';

afterEach(() => document.body.replaceChildren());

/** A drawn screen as a browser would lay it out, which this one does not. @param hit what a press meets */
function draw(html: string, { height = 300, isVisible = true, hit = '' } = {}) {
  document.body.innerHTML = `<div id="page">${html}</div><div class="over"></div>`;
  const section = document.querySelector<HTMLElement>('[data-remote]');
  if (section) {
    Object.defineProperty(section, 'offsetHeight', { value: height });
    section.checkVisibility = () => isVisible;
    for (const control of section.querySelectorAll('button')) control.getBoundingClientRect = () => new DOMRect(10, 10, 44, 44);
  }
  document.elementFromPoint = () => (hit ? document.querySelector(hit) : null);
  const clock = createHandClock();
  const faults: string[] = [];
  const end = watchUse(document, clock, (fault) => void faults.push(fault));
  return { clock, faults, end };
}
const look = ({ clock, faults }: ReturnType<typeof draw>) => {
  clock.pass(looksMs[1]);
  return faults;
};
const screen = '<section data-remote="visit"><button><i></i></button><div class="veil"></div></section>';
const dialog = '<dialog class="host"></dialog>';

describe('what a screen drew', () => {
  it.each([
    ['is not there', '<p>else</p>', {}, 'blank'],
    ['has no height', screen, { height: 0 }, 'blank'],
    ['is hidden by a style', screen, { isVisible: false }, 'blank'],
    ['lies under something of its own', screen, { hit: '.veil' }, 'covered'],
    ['lies under something that it put into the page', screen, { hit: '.over' }, 'covered'],
  ])('is of no use when it %s', (_, html, layout, fault) => {
    expect(look(draw(html, layout))).toEqual([fault]);
  });

  it.each([
    ['its button is free', screen, { hit: 'button' }],
    ['what is in its button is free', screen, { hit: 'i' }],
    ['its button is out of sight', screen, {}],
    ['a dialog of the host lies over it', screen + dialog, { hit: '.host' }],
    ['it has no button', '<section data-remote="visit"><p>text</p></section>', { hit: 'p' }],
  ])('is of use when %s', (_, html, layout) => {
    expect(look(draw(html, layout))).toEqual([]);
  });

  it('is judged by what lasts, and no more once it is left', () => {
    const passing = draw(screen, { hit: '.veil' });
    passing.clock.pass(looksMs[0]);
    document.elementFromPoint = () => document.querySelector('button');
    expect(look(passing)).toEqual([]);
    const left = draw(screen, { hit: '.veil' });
    left.clock.pass(looksMs[0]);
    left.end();
    expect(look(left)).toEqual([]);
  });
});
