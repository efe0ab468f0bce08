import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { afterEach, describe, expect, it } from '@rstest/core';
import { lookMs, watchUse } from './watch-use.ts';

afterEach(() => {
  document.body.replaceChildren();
  document.cookie = 'avoidedVersions=; Max-Age=0';
});

/** A drawn screen as a browser would lay it out, which this one does not. @param hit what a press meets */
function draw(html: string, { height = 300, isVisible = true, hit = '', size = 44 } = {}) {
  document.body.innerHTML = `<div id="page">${html}</div><div class="over"></div>`;
  const section = document.querySelector<HTMLElement>('[data-remote]');
  if (section) {
    Object.defineProperty(section, 'offsetHeight', { value: height });
    section.checkVisibility = () => isVisible;
    for (const control of section.querySelectorAll('button, label, iframe'))
      control.getBoundingClientRect = () => new DOMRect(10, 10, size, size);
  }
  document.elementFromPoint = () => (hit ? document.querySelector(hit) : null);
  const clock = createHandClock();
  const faults: string[] = [];
  const end = watchUse(document, clock, (fault) => void faults.push(fault));
  return { clock, faults, end };
}
const look = ({ clock, faults }: ReturnType<typeof draw>) => {
  clock.pass(lookMs);
  clock.pass(lookMs);
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
    ['it is a dialog of its own that is used', `${screen}<dialog open><button></button></dialog>`, { hit: '.veil' }],
    ['it has no height and its button is free', screen, { height: 0, hit: 'button' }],
    ['its button is there for screen readers alone', screen, { hit: '.veil', size: 1 }],
    [
      'its field is drawn by what is in the label',
      '<section data-remote="visit"><label><input><i></i></label><button></button></section>',
      { hit: 'label i' },
    ],
    ['a frame lies over its button', '<section data-remote="visit"><button></button><iframe></iframe></section>', { hit: 'iframe' }],
    ['it waits for something and React hides it', screen.replace('>', ' style="display: none">'), { height: 0 }],
    ['it has no button', '<section data-remote="visit"><p>text</p></section>', { hit: 'p' }],
  ])('is of use when %s', (_, html, layout) => {
    expect(look(draw(html, layout))).toEqual([]);
  });

  it('is judged by what lasts, and no more once it is left', () => {
    const passing = draw(screen, { hit: '.veil' });
    passing.clock.pass(lookMs);
    document.elementFromPoint = () => document.querySelector('button');
    expect(look(passing)).toEqual([]);
    const left = draw(screen, { hit: '.veil' });
    left.clock.pass(lookMs);
    left.end();
    expect(look(left)).toEqual([]);
  });

  it('is judged neither in a hidden page nor behind a video that fills the screen', () => {
    for (const [name, value] of [
      ['hidden', true],
      ['fullscreenElement', document.body],
    ] as const) {
      const drawn = draw(screen, { hit: '.veil' });
      Object.defineProperty(document, name, { value, configurable: true });
      expect(look(drawn)).toEqual([]);
      Reflect.deleteProperty(document, name);
    }
  });

  it('is of use if another version of it failed before: then it is the browser that covers it', () => {
    document.cookie = 'avoidedVersions=visit%401.8.0';
    expect(look(draw(screen, { hit: '.over' }))).toEqual([]);
    document.cookie = 'avoidedVersions=chat%401.8.0';
    expect(look(draw(screen, { hit: '.over' }))).toEqual(['covered']);
  });
});
