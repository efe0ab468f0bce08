import { afterEach, expect, it, onTestFinished, rs } from '@rstest/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createStore } from 'zustand/vanilla';
import { createI18n } from '../i18n/create-i18n.ts';
import { createSession } from '../visit/create-session.ts';
import { Button, IconButton } from './button.tsx';
import { Dialog } from './dialog.tsx';
import glyphs from './glyphs.json';
import { type IconName, isIconName } from './glyphs.ts';
import { GuideAvatar, guideAvatarStates, petalCount, petalLength } from './guide-avatar.tsx';
import { Icon } from './icon.tsx';
import { MessageLog } from './message-log.tsx';
import { PageBar } from './page-bar.tsx';
import { stubResizing } from './testing/stub-resizing.ts';
import { Logo, TopBar } from './top-bar.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  rs.unstubAllGlobals();
});

const museum = { name: 'Palazzo Belmonte', logoSvgURL: '/media/belmonte/logo.svg' };

it('a press beside a dialog closes the dialog, and selecting text beyond its edge does not', () => {
  const onClose = rs.fn();
  render(
    <Dialog title="Settings" closeLabel="Close" onClose={onClose}>
      <p>Some words</p>
    </Dialog>,
  );
  const dialog = screen.getByRole('dialog');
  fireEvent.pointerDown(screen.getByText('Some words'));
  fireEvent.click(dialog);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('the log keeps a pressed item in place while content grows, and follows again after the press', () => {
  const grow = stubResizing();
  const labels = { latest: 'Latest', news: 'News' };
  render(
    <MessageLog label="Said" hasBegun top={null} bottom={null} ownMessage={undefined} jumpLabels={labels} jumpsTo="end">
      <ol>
        <li>An answer</li>
      </ol>
    </MessageLog>,
  );
  const box = screen.getByRole('log');
  const scrolls = rs.spyOn(box, 'scrollTo');
  const answer = screen.getByText('An answer');
  let top = 594;
  answer.getBoundingClientRect = () => new DOMRect(0, top, 100, 20);
  fireEvent.pointerDown(answer);
  grow();
  expect(box.scrollTop).toBe(0);
  // Simulates a new row above the button.
  top = 639;
  grow();
  expect(box.scrollTop).toBe(45);
  expect(scrolls).not.toHaveBeenCalled();
  fireEvent.pointerUp(answer);
  expect(scrolls).toHaveBeenCalledTimes(1);
  grow();
  expect(scrolls).toHaveBeenCalledTimes(2);
});

it('page bars leave the height below all bars to the screen', () => {
  const resize = stubResizing();
  const heights = rs.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(48);
  onTestFinished(() => heights.mockRestore());
  const draw = (...names: string[]) =>
    names.map((name) => (
      <PageBar key={name} name={name}>
        <p>{name}</p>
      </PageBar>
    ));
  const { container, rerender } = render(draw('preview', 'group'));
  const left = () => {
    resize();
    return container.style.getPropertyValue('--visible-height');
  };
  expect(left()).toBe('calc(100dvh - 96px)');
  rerender(draw('preview'));
  expect(container.style.getPropertyValue('--visible-height')).toBe('calc(100dvh - 48px)');
  rerender([]);
  expect(container.style.getPropertyValue('--visible-height')).toBe('calc(100dvh - 0px)');
});

it.each(Object.keys(glyphs) as IconName[])('the icon %s is drawn and hidden from assistive technology', (name) => {
  const { container } = render(<Icon name={name} />);
  const svg = container.querySelector('svg');
  expect(svg?.getAttribute('aria-hidden')).toBe('true');
  expect(svg?.querySelectorAll('path').length).toBeGreaterThan(0);
});

it('isIconName() is true for known icons alone', () => {
  expect(isIconName('microphone')).toBe(true);
  expect(isIconName('constructor')).toBe(false);
});

it('a button with aria-disabled can be focused and neither acts nor submits, and another button acts and submits no form by default', () => {
  const [pressed, opened, sent] = [rs.fn(), rs.fn(), rs.fn()];
  render(
    <form onSubmit={sent}>
      <Button type="submit" aria-disabled onClick={pressed}>
        Next
      </Button>
      <IconButton icon="arrow-up" aria-label="Send" aria-disabled="true" onClick={pressed} />
      <Button aria-disabled={false} onClick={opened}>
        Open
      </Button>
    </form>,
  );
  const next = screen.getByRole('button', { name: 'Next' });
  next.focus();
  expect(document.activeElement).toBe(next);
  fireEvent.click(next);
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect([pressed, opened, sent].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0]);
});

it('a broken logo is removed, the hidden name becomes visible, and a new address is tried', () => {
  const { container, rerender } = render(<Logo museum={museum} isNameHidden />);
  const picture = () => container.querySelector('img');
  expect(picture()?.getAttribute('src')).toBe(museum.logoSvgURL);
  const hidden = screen.getByText(museum.name).className;
  fireEvent.error(picture() as HTMLElement);
  expect(picture()).toBeNull();
  expect(screen.getByText(museum.name).className).not.toBe(hidden);
  rerender(<Logo museum={{ ...museum, logoSvgURL: '/other.svg' }} isNameHidden />);
  expect(picture()?.getAttribute('src')).toBe('/other.svg');
});

it.each(guideAvatarStates)('the avatar has forty petals in state %s', (state) => {
  const { container } = render(<GuideAvatar state={state} />);
  expect(container.querySelectorAll('path').length).toBe(petalCount);
});

it('the petals follow the voice of their state without a render and rest in the next state', () => {
  const levels = createStore(() => ({ guide: 0, visitor: 0 }));
  const { container, rerender } = render(<GuideAvatar state="speaking" levels={levels} />);
  const lengths = () => [...container.querySelectorAll('path')].map((path) => Number(path.style.getPropertyValue('--v')));
  const drawn = (state: (typeof guideAvatarStates)[number]) => Array.from({ length: petalCount }, (_, petal) => petalLength(state, petal));
  levels.setState({ guide: 1 });
  const loud = lengths();
  expect(loud).not.toEqual(drawn('speaking'));
  levels.setState({ guide: 0 });
  expect(lengths()).not.toEqual(loud);
  rerender(<GuideAvatar state="idle" levels={levels} />);
  expect(lengths()).toEqual(drawn('idle'));
  levels.setState({ guide: 1 });
  expect(lengths()).toEqual(drawn('idle'));
});

it('the petals do not move if the visitor prefers reduced motion', () => {
  const wanted = rs.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  onTestFinished(() => wanted.mockRestore());
  const levels = createStore(() => ({ guide: 0, visitor: 0 }));
  const { container } = render(<GuideAvatar state="listening" levels={levels} />);
  const before = container.innerHTML;
  levels.setState({ visitor: 1 });
  expect(container.innerHTML).toBe(before);
});

function openBar() {
  const session = createSession({ document, window });
  onTestFinished(() => session.dispose());
  render(<TopBar museum={museum} session={session} i18n={createI18n({ language: 'en' })} />);
  return session;
}

it('the top bar offers each language in its own words and stores the visitor’s choice', () => {
  const session = openBar();
  const select = screen.getByRole('combobox', { name: 'Language' });
  const offered = [...select.querySelectorAll('option')].map(({ lang, textContent }) => `${lang} ${textContent}`);
  expect(offered).toEqual(['en English', 'de Deutsch', 'fr Français']);
  fireEvent.change(select, { target: { value: 'fr' } });
  expect(session.store.getState()).toMatchObject({ language: 'fr', userChangedLanguage: true });
  expect((select as HTMLSelectElement).value).toBe('fr');
});

it('the settings button opens the settings and is expanded while they are open', () => {
  const session = openBar();
  const button = screen.getByRole('button', { name: 'Display and sound' });
  expect([button.ariaHasPopup ?? button.getAttribute('aria-haspopup'), button.getAttribute('aria-expanded')]).toEqual(['dialog', 'false']);
  fireEvent.click(button);
  expect([session.store.getState().isChoosingSettings, button.getAttribute('aria-expanded')]).toEqual([true, 'true']);
});
