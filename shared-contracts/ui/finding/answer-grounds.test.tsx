import { afterEach, expect, it } from '@rstest/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import type { GuideApi } from '../../api/guide-api.ts';
import { createI18n } from '../../i18n/create-i18n.ts';
import type { TranslateKeys } from '../../i18n/use-translation.ts';
import type { ScreenState } from '../screen-context.tsx';
import { fakeScreen, inScreen } from '../testing/fake-screen.tsx';
import { AnswerGrounds, OpenedGrounds } from './answer-grounds.tsx';

afterEach(cleanup);

const i18n = createI18n({ language: 'en' });
const t: TranslateKeys = (key, values) => i18n.t(key, values ?? {});
const source = { title: 'wall text, Painting Salon', document: 'salon', paragraphs: [2] };

function show(change: Partial<ScreenState> = {}, sources = [source], isWaiting = false) {
  const draw = (shown?: ReactElement) => (
    <>
      {shown}
      <OpenedGrounds />
    </>
  );
  const { rerender } = render(draw(<AnswerGrounds sources={sources} language="en" isWaiting={isWaiting} />), inScreen(t, change));
  return Object.assign(userEvent.setup(), { leave: () => rerender(draw()) });
}

it('a source opens its document with the quoted paragraph first', async () => {
  const user = show();
  await user.click(screen.getByRole('button', { name: 'Source: wall text, Painting Salon' }));
  const dialog = await screen.findByRole('dialog', { name: 'Wall text, Painting Salon' });
  const label = await within(dialog).findByText('What the answer is taken from');
  expect(label.nextElementSibling?.textContent).toMatch(/^Why is the ceiling so dark/);
  expect(within(dialog).getByText('The mirror opposite is from Murano.')).toBeTruthy();
});

it('an opened source or picture stays open if its answer is removed, until the visitor closes the dialog', async () => {
  for (const name of ['Source: wall text, Painting Salon', 'Look at the picture: The ceiling']) {
    const user = show();
    await user.click(screen.getByRole('button', { name }));
    user.leave();
    expect(screen.queryByRole('button', { name })).toBeNull();
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    cleanup();
  }
});

it('a source without paragraphs opens the whole document', async () => {
  const { paragraphs: _, ...bare } = source;
  const user = show({}, [bare as typeof source]);
  await user.click(screen.getByRole('button', { name: /^Source/ }));
  expect(await screen.findByText('The mirror opposite is from Murano.')).toBeTruthy();
  expect(screen.queryByText('What the answer is taken from')).toBeNull();
});

it('the practical information opens from the profile without a request', async () => {
  const never = () => new Promise<never>(() => undefined);
  const user = show({ api: { findPassages: never, loadDocument: never } as unknown as GuideApi }, [
    { title: 'practical information', document: 'profile.json', paragraphs: [2] },
  ]);
  await user.click(screen.getByRole('button', { name: /^Source/ }));
  expect((await screen.findByText('What the answer is taken from')).nextElementSibling?.textContent).toBe('Beside the stairs.');
});

it('a source is a title alone if the museum hides its texts, and its button is disabled while the answer arrives', () => {
  const { profile } = fakeScreen(t);
  show({ profile: { ...profile, showsTexts: undefined, pictures: [] } });
  expect([screen.queryByRole('button'), screen.getByText(/^Source:/).parentElement?.textContent]).toEqual([
    null,
    'Source: wall text, Painting Salon',
  ]);
  cleanup();
  show({}, [source], true);
  expect(screen.getAllByRole('button', { hidden: true }).map((button) => button.hasAttribute('disabled'))).toEqual([true]);
});

it('the picture beside an answer is enlarged by buttons and keys', async () => {
  const user = show();
  await user.click(screen.getByRole('button', { name: 'Look at the picture: The ceiling' }));
  const dialog = await screen.findByRole('dialog', { name: 'The ceiling' });
  expect(within(dialog).getByRole('img', { name: /^An oval picture/ })).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Larger' }));
  await user.keyboard('+');
  expect(within(dialog).getByRole('status').textContent).toBe('225%');
  await user.keyboard('0');
  expect(within(dialog).getByRole('status').textContent).toBe('100%');
  expect(within(dialog).getByRole('button', { name: 'Smaller' }).getAttribute('aria-disabled')).toBe('true');
});
