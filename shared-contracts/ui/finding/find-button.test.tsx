import { afterEach, expect, it, rs } from '@rstest/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ApiError } from '../../api/api-error.ts';
import { createI18n } from '../../i18n/create-i18n.ts';
import type { Language } from '../../i18n/language.ts';
import { type MuseumProfile, museumProfileSchema } from '../../museum/profile.ts';
import type { ScreenState } from '../screen-context.tsx';
import { fakeScreen, inScreen } from '../testing/fake-screen.tsx';
import { FindButton } from './find-button.tsx';

afterEach(cleanup);

const practical = { hours: { en: 'Open from 10 to 18.', de: 'Von 10 bis 18 Uhr geöffnet.' }, toilets: 'Beside the stairs.' };
const objects = [
  { number: 12, name: { en: 'The globe', fr: 'Le globe' }, document: 'library', paragraph: 1 },
  { number: 15, name: 'The bed', document: 'bedroom', paragraph: 1 },
];

function show(told: Partial<MuseumProfile>, language: Language = 'en', isAsked = true, change: Partial<ScreenState> = {}) {
  const asked: string[] = [];
  const profile = museumProfileSchema.parse(told);
  const i18n = createI18n({ language });
  const onAsk = isAsked ? (question: string) => void asked.push(question) : undefined;
  render(
    <FindButton onAsk={onAsk} />,
    inScreen((key, values) => i18n.t(key, values ?? {}), { profile, i18n, language, ...change }),
  );
  return { asked, user: userEvent.setup() };
}
async function open(told: Partial<MuseumProfile>, language: Language = 'en', ...options: [boolean?, Partial<ScreenState>?]) {
  const shown = show(told, language, ...options);
  const name = { en: 'Information', de: 'Informationen', fr: 'Informations' }[language];
  await shown.user.click(screen.getByRole('button', { name }));
  return { ...shown, dialog: within(await screen.findByRole('dialog', { name })) };
}

it('the information button is absent if the museum offers no information', () => {
  show({});
  expect(screen.queryByRole('button')).toBeNull();
});

it('a dialog with only practical information shows the information in the visitor’s language, otherwise in English, and closes', async () => {
  const { user, dialog } = await open({ practical }, 'de');
  const wordsOf = (role: string) => dialog.getAllByRole(role).map(({ textContent }) => textContent);
  expect(wordsOf('term')).toEqual(['Öffnungszeiten', 'Toiletten']);
  expect(wordsOf('definition')).toEqual(['Von 10 bis 18 Uhr geöffnet.', 'Beside the stairs.']);
  expect([dialog.queryByRole('textbox'), dialog.queryByRole('searchbox')]).toEqual([null, null]);
  await user.click(dialog.getByRole('button', { name: 'Schließen' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('the dialog of a museum with texts alone shows the search alone', async () => {
  const { dialog } = await open({ showsTexts: true });
  expect(dialog.getByRole('searchbox')).toBeTruthy();
  expect(dialog.queryAllByRole('term')).toEqual([]);
});

it('a number on a label becomes a question to the guide', async () => {
  const { asked, user, dialog } = await open({ objects });
  await user.type(dialog.getByRole('textbox', { name: 'Number on the label' }), 'No. 12{Enter}');
  expect([asked, screen.queryByRole('dialog')]).toEqual([['What is number 12?'], null]);
});

it('an unknown number offers the nearest number', async () => {
  const { asked, user, dialog } = await open({ objects }, 'fr');
  await user.type(dialog.getByRole('textbox'), '13{Enter}');
  expect(dialog.getByText('Il n’y a pas de numéro 13 ici.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: /^Le plus proche est le numéro 12.* Le globe$/ }));
  expect(asked).toEqual(['Qu’est-ce que le numéro 12\u202f?']);
});

it('a search shows the passage and asks the guide the question of the passage', async () => {
  const { asked, user, dialog } = await open({ practical, showsTexts: true });
  await user.type(dialog.getByRole('searchbox', { name: 'Search the museum’s texts' }), 'ceiling{Enter}');
  const found = await dialog.findByRole('button', { name: /Why is the ceiling so dark/ });
  expect(found.querySelector('mark')?.textContent).toBe('ceiling');
  expect(dialog.getByText('One passage')).toBeTruthy();
  await user.click(found);
  const passage = await screen.findByRole('dialog', { name: 'Wall text, Painting Salon' });
  expect((await within(passage).findByText('What was found')).nextElementSibling?.textContent).toMatch(/^Why is the ceiling so dark/);
  await user.click(within(passage).getByRole('button', { name: 'Ask the guide about it' }));
  expect([asked, screen.queryByRole('dialog')]).toEqual([['Why is the ceiling so dark?'], null]);
});

it('a search without a result offers to ask the guide', async () => {
  const { asked, user, dialog } = await open({ practical, showsTexts: true });
  await user.type(dialog.getByRole('searchbox'), 'x{Enter}');
  await user.click(await dialog.findByRole('button', { name: 'Ask the guide' }));
  expect(asked).toEqual(['x']);
});

it('a failed search can be repeated, and offers neither a number nor a question if the guide cannot be asked', async () => {
  const { api: all } = fakeScreen((key) => key);
  const { findPassages } = all;
  const failing = rs.fn(findPassages).mockRejectedValueOnce(new ApiError('network', 'Network Error'));
  const api = { ...all, findPassages: failing };
  const { user, dialog } = await open({ practical, objects, showsTexts: true }, 'en', false, { api });
  expect(dialog.queryByRole('textbox')).toBeNull();
  await user.type(dialog.getByRole('searchbox'), 'ceiling{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('No connection');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await user.click(await screen.findByRole('button', { name: /Why is the ceiling so dark/ }));
  expect(await screen.findByRole('dialog', { name: 'Wall text, Painting Salon' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ask the guide about it' })).toBeNull();
});
