import { afterEach, describe, expect, it } from '@rstest/core';
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

describe('what a visitor looks for', () => {
  it('what a visitor looks for is not offered where the museum tells nothing', () => {
    open({});
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('what a visitor looks for shows the practical information there is, in the visitor’s language and else in English, and closes', async () => {
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

  it('what a visitor looks for is the museum’s texts alone where it tells nothing else', async () => {
    const { user } = open({ showsTexts: true });
    await user.click(screen.getByRole('button', { name: 'Information' }));
    const dialog = await screen.findByRole('dialog', { name: 'Information' });
    expect(within(dialog).getByRole('searchbox')).toBeTruthy();
    expect(dialog.querySelector('dl')).toBeNull();
  });

  it('what a visitor looks for asks the guide for the number on a label', async () => {
    const { asked, user } = open({ objects });
    await user.click(screen.getByRole('button', { name: 'Information' }));
    await user.type(await screen.findByRole('textbox', { name: 'Number on the label' }), 'No. 12{Enter}');
    expect([asked, screen.queryByRole('dialog')]).toEqual([['What is number 12?'], null]);
  });

  it('what a visitor looks for says that nothing has a number, and offers the nearest', async () => {
    const { asked, user } = open({ objects }, 'fr');
    await user.click(screen.getByRole('button', { name: 'Informations' }));
    await user.type(await screen.findByRole('textbox'), '13{Enter}');
    expect(screen.getByText('Il n’y a pas de numéro 13 ici.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Le plus proche est le numéro 12.* Le globe$/ }));
    expect(asked).toEqual(['Qu’est-ce que le numéro 12\u202f?']);
  });

  it('what a visitor looks for finds what is in the texts, shows it, and asks the guide by the question it begins with', async () => {
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

  it('what a visitor looks for says that nothing fits, and lets the guide be asked instead', async () => {
    const { asked, user } = open({ practical, showsTexts: true });
    await user.click(screen.getByRole('button'));
    await user.type(await screen.findByRole('searchbox'), 'x{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Ask the guide' }));
    expect(asked).toEqual(['x']);
  });

  it('what a visitor looks for can be searched again if the search does not arrive; where nobody can be asked, the passage offers no question', async () => {
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

  it('what a visitor looks for has no field for a number where nobody can be asked', async () => {
    const { user } = open({ objects, practical }, 'en', false);
    await user.click(screen.getByRole('button'));
    expect(await screen.findByText('Open from 10 to 18.')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
