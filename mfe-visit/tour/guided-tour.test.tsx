import { FakeAudio } from '@enfilade/shared-contracts/kit/testing/fake-audio';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import { expect, it, onTestFinished, rstest } from '@rstest/core';
import { act, screen, waitFor, within } from '@testing-library/react';
import { field, quickQuestions, renderScreen, voices } from '../testing/render-screen.tsx';

const plan = {
  rooms: ['Vestibule', 'Painting Salon', 'Grand Salon'].map((name) => ({ name, stops: 3 })),
  ...{ minutes: 15, chosenMinutes: 15, fills: true },
};
const profile = { quickQuestions };
const visit = { plan, profile };
const button = (name: string) => screen.queryByRole('button', { name });
const keys = () => {
  const group = screen.queryByRole('group', { name: 'Guided tour' });
  return [...(group?.querySelectorAll('button') ?? [])].map(({ textContent }) => textContent);
};
type Rendered = Awaited<ReturnType<typeof renderScreen>>;
const press = ({ user }: Rendered, name: string) => user.click(screen.getByRole('button', { name }));

const begun = { action: 'begin', asks: 'next-stop' } as const;
function answer({ guide }: Pick<Rendered, 'guide'>, tour: Parameters<Rendered['guide']['guides']>[0] = { ...begun, action: 'yes' }) {
  guide.guides(tour);
  guide.says('The ceiling shows the dawn. Shall I go on?');
  guide.finishes();
}

async function renderOnTour(tour: Parameters<typeof answer>[1] = begun, of: Partial<MuseumProfile> = profile) {
  const rendered = await renderScreen({ plan, profile: of });
  await press(rendered, 'Begin the tour');
  answer(rendered, tour);
  return rendered;
}

it('The start card says how much of the chosen time the tour takes if the texts are too short', async () => {
  await renderScreen({ ...visit, plan: { ...plan, rooms: plan.rooms.slice(0, 1), minutes: 12, chosenMinutes: 30, fills: false } });
  expect(screen.getByText('3 stops, about 12 of your 30 minutes')).toBeTruthy();
  expect(screen.getByText('Ask me anything in the rest.')).toBeTruthy();
});

it('The start card names the tour, gives way to questions if the visitor looks around first, also beyond a reload, and a key below begins the tour', async () => {
  const rendered = await renderScreen(visit);
  expect(button('Who built it?')).toBeNull();
  const card = within(screen.getByRole('region', { name: 'Guided tour' }));
  expect(card.getByText('3 rooms, 9 stops, about 15 minutes')).toBeTruthy();
  await press(rendered, 'Look around first');
  expect([screen.queryByRole('region'), rendered.guide.sent]).toEqual([null, []]);
  expect(button('Who built it?')).toBeTruthy();
  rendered.view.unmount();
  await act(async () => void rendered.open());
  expect(screen.queryByRole('region')).toBeNull();
  await press(rendered, 'Begin the tour');
  expect(rendered.guide.sent.map(({ text }) => text)).toEqual(['Begin the tour']);
});

it('A tap on the start card plays the tour', async () => {
  const audio = new FakeAudio();
  rstest.stubGlobal('Audio', function createAudio() {
    return audio;
  });
  onTestFinished(() => void rstest.unstubAllGlobals());
  const rendered = await renderScreen({ ...visit, profile: { ...profile, voices } });
  await press(rendered, 'Just listen');
  expect(audio.isPaused).toBe(false);
  expect(await screen.findByText('The tour goes on in a moment.')).toBeTruthy();
  await waitFor(() => expect(rendered.guide.sent.map(({ text }) => text)).toEqual(['Begin the tour']));
  await press(rendered, 'Stop');
  expect(screen.queryByRole('group', { name: 'Just listen' })).toBeNull();
});

it.each([
  ['while exploring', { ...visit, config: { visitMode: 'exploration' } as const }],
  ['in an exhibition without texts', { ...visit, plan: { ...plan, rooms: [] } }],
  ['if the gateway does not answer', { profile }],
])('The start card is absent %s', async (_, options) => {
  await renderScreen(options);
  expect([screen.queryByRole('region'), button('Begin the tour')]).toEqual([null, null]);
  expect(button('Who built it?')).toBeTruthy();
});

it('Yes and No answer the guide’s question and stay until the answer, and the bar names stop and minutes left', async () => {
  const rendered = await renderOnTour({ ...begun, leftSeconds: 541 });
  expect([screen.getByText('Stop 1 of 3'), screen.getByText('10 min left'), screen.getByText('On to the next stop?')]).toHaveLength(3);
  expect(keys()).toEqual(['Yes', 'No', 'Tour']);
  await press(rendered, 'Yes');
  expect(keys()).toEqual([]);
  answer(rendered, { action: 'yes', asks: 'next-room' });
  await press(rendered, 'No');
  expect(rendered.guide.sent.map(({ text }) => text)).toEqual(['Begin the tour', 'Yes', 'No']);
});

it.each(['Stop', 'be quiet!', 'Enough'])('“%s” is not sent to the guide, and the guide’s question stays', async (words) => {
  const rendered = await renderOnTour();
  await rendered.ask(words);
  expect([field().value, rendered.guide.sent.map(({ text }) => text)]).toEqual(['', ['Begin the tour']]);
  expect(keys()).toEqual(['Yes', 'No', 'Tour']);
});

it('Next appears if the guide asked nothing, and no key after the tour is over', async () => {
  const rendered = await renderOnTour({ action: 'begin' });
  expect(keys()).toEqual(['Next', 'Tour']);
  await press(rendered, 'Next');
  answer(rendered, { action: 'next', phase: 'over', leftSeconds: 0 });
  expect(keys()).toEqual([]);
});

it('The list of rooms offers every step and every room of the tour', async () => {
  const rooms = ['Vestibule', 'Painting Salon', 'Grand Salon'].map((name) => ({ id: name.toLowerCase().replace(' ', '-'), name }));
  const rendered = await renderOnTour(begun, { ...profile, rooms });
  for (const step of ['Next', 'Again', 'Skip this', 'Stay here', 'End the tour']) {
    await press(rendered, 'Tour');
    await rendered.user.click(await screen.findByRole('button', { name: step }));
    answer(rendered);
  }
  await press(rendered, 'Tour');
  await rendered.user.click(await screen.findByRole('button', { name: /^Painting Salon/ }));
  expect(rendered.guide.sent.slice(1).map(({ text }) => text)).toEqual([
    ...['Next', 'Again', 'Skip this', 'Stay here', 'End the tour'],
    'Take me to the Painting Salon.',
  ]);
});

it('In a call Yes and No are beside the captions, and the suggested questions appear on request', async () => {
  const rendered = await renderScreen({ ...visit, config: { inputMode: 'audio' } });
  rendered.caller.picksUp();
  await press(rendered, 'Begin the tour');
  answer({ guide: rendered.caller }, begun);
  await act(async () => rendered.clock.runOut());
  expect(screen.getByRole('log').textContent).toContain('Shall I go on?');
  expect(keys()).toEqual(['Yes', 'No', 'Questions', 'Tour']);
  await press(rendered, 'Questions');
  expect([button('Who built it?'), document.activeElement]).toEqual([expect.anything(), screen.getByRole('tabpanel')]);
  await press(rendered, 'Yes');
  expect(document.activeElement).toBe(screen.getByRole('tabpanel'));
  expect(rendered.caller.sent.map(({ text }) => text)).toEqual(['Begin the tour', 'Yes']);
});
