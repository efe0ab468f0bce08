import { afterEach, expect, it } from '@rstest/core';
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

function open(told: Partial<MuseumProfile>, language: Language = 'en', isAsked = true, change: Partial<ScreenState> = {}) {
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

it('the information button is absent if the museum offers no information', () => {
  open({});
  expect(screen.queryByRole('button')).toBeNull();
});

it('the dialog shows practical information in the visitor’s language or else in English, and closes', async () => {
  const { user } = open({ practical }, 'de');
  await user.click(screen.getByRole('button', { name: 'Informationen' }));
  const dialog = await screen.findByRole('dialog', { name: 'Informationen' });
  expect(
    within(dialog)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual(['Öffnungszeiten', 'Toiletten']);
  expect(
    within(dialog)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toEqual(['Von 10 bis 18 Uhr geöffnet.', 'Beside the stairs.']);
  expect(within(dialog).queryByRole('textbox')).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Schließen' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('the dialog of a museum with texts alone shows the search alone', async () => {
  const { user } = open({ showsTexts: true });
  await user.click(screen.getByRole('button', { name: 'Information' }));
  const dialog = await screen.findByRole('dialog', { name: 'Information' });
  expect(within(dialog).getByRole('searchbox')).toBeTruthy();
  expect(dialog.querySelector('dl')).toBeNull();
});

it('a number on a label becomes a question to the guide', async () => {
  const { asked, user } = open({ objects });
  await user.click(screen.getByRole('button', { name: 'Information' }));
  await user.type(await screen.findByRole('textbox', { name: 'Number on the label' }), 'No. 12{Enter}');
  expect([asked, screen.queryByRole('dialog')]).toEqual([['What is number 12?'], null]);
});

it('an unknown number offers the nearest number', async () => {
  const { asked, user } = open({ objects }, 'fr');
  await user.click(screen.getByRole('button', { name: 'Informations' }));
  await user.type(await screen.findByRole('textbox'), '13{Enter}');
  expect(screen.getByText('Il n’y a pas de numéro 13 ici.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Le plus proche est le numéro 12.* Le globe$/ }));
  expect(asked).toEqual(['Qu’est-ce que le numéro 12\u202f?']);
});

it('a search shows the passage and asks the guide the question of the passage', async () => {
  const { asked, user } = open({ practical, showsTexts: true });
  await user.click(screen.getByRole('button'));
  await user.type(await screen.findByRole('searchbox', { name: 'Search the museum’s texts' }), 'ceiling{Enter}');
  const found = await screen.findByRole('button', { name: /Why is the ceiling so dark/ });
  expect(found.querySelector('mark')?.textContent).toBe('ceiling');
  expect(screen.getByText('One passage')).toBeTruthy();
  await user.click(found);
  const passage = await screen.findByRole('dialog', { name: 'Wall text, Painting Salon' });
  expect((await within(passage).findByText('What was found')).nextElementSibling?.textContent).toMatch(/^Why is the ceiling so dark/);
  await user.click(within(passage).getByRole('button', { name: 'Ask the guide about it' }));
  expect([asked, screen.queryByRole('dialog')]).toEqual([['Why is the ceiling so dark?'], null]);
});

it('a search without a result offers to ask the guide', async () => {
  const { asked, user } = open({ practical, showsTexts: true });
  await user.click(screen.getByRole('button'));
  await user.type(await screen.findByRole('searchbox'), 'x{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Ask the guide' }));
  expect(asked).toEqual(['x']);
});

it('a failed search can be repeated, and its passage offers no question if the guide cannot be asked', async () => {
  const { api: all } = fakeScreen((key) => key);
  const { findPassages } = all;
  const answers = [() => Promise.reject(new ApiError('network', 'Network Error')), findPassages];
  const api = {
    ...all,
    findPassages: (...search: Parameters<typeof findPassages>) => (answers.shift() ?? findPassages)(...search),
  };
  const { user } = open({ practical, showsTexts: true }, 'en', false, { api });
  await user.click(screen.getByRole('button'));
  await user.type(await screen.findByRole('searchbox'), 'ceiling{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('No connection');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await user.click(await screen.findByRole('button', { name: /Why is the ceiling so dark/ }));
  expect(await screen.findByRole('dialog', { name: 'Wall text, Painting Salon' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ask the guide about it' })).toBeNull();
});

it('the search is absent if the museum’s texts are not shown', async () => {
  const { user } = open({ practical });
  await user.click(screen.getByRole('button'));
  await screen.findByRole('dialog');
  expect(screen.queryByRole('searchbox')).toBeNull();
});

it('the dialog has no field for a number if the guide cannot be asked', async () => {
  const { user } = open({ objects, practical }, 'en', false);
  await user.click(screen.getByRole('button'));
  expect(await screen.findByText('Open from 10 to 18.')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});
