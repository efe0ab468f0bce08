import { FakeAudio } from '@enfilade/shared-contracts/kit/testing/fake-audio';
import { afterEach, expect, it, onTestFinished, rstest } from '@rstest/core';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { renderScreen } from '../testing/render-screen.tsx';

afterEach(cleanup);

const plan = {
  rooms: ['Vestibule', 'Painting Salon', 'Grand Salon'].map((name) => ({ name, stops: 3 })),
  ...{ minutes: 15, chosenMinutes: 15, fills: true },
};
const profile = { quickQuestions: ['Who built it?', 'What is behind this door?', 'What would surprise me?'] as [string, string, string] };
const visit = { plan, profile };
const button = (name: string) => screen.queryByRole('button', { name });
const keys = () => {
  const group = screen.queryByRole('group', { name: 'Guided tour' });
  return group
    ? within(group)
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
    : [];
};
type Rendered = Awaited<ReturnType<typeof renderScreen>>;
const press = ({ user }: Rendered, name: string) => user.click(screen.getByRole('button', { name }));

function answer(
  { guide }: Rendered,
  tour: Parameters<Rendered['guide']['guides']>[0],
  words = 'The ceiling shows the dawn. Shall I go on?',
) {
  guide.guides({ action: 'yes', asks: 'next-stop', ...tour });
  guide.says(words);
  guide.finishes();
}

async function renderOnTour(tour: Parameters<typeof answer>[1] = { action: 'begin' }) {
  const rendered = await renderScreen(visit);
  await press(rendered, 'Begin the tour');
  answer(rendered, tour);
  return rendered;
}

it('The start card says what the tour is, and begins the tour with the words of the page’s language', async () => {
  const rendered = await renderScreen(visit);
  const card = within(screen.getByRole('region', { name: 'Guided tour' }));
  expect(card.getByText('3 rooms, 9 stops, about 15 minutes')).toBeTruthy();
  await press(rendered, 'Begin the tour');
  expect(rendered.guide.sent.map(({ text }) => text)).toEqual(['Begin the tour']);
});

it('The start card says how much of the chosen time the tour takes if the texts are too short', async () => {
  await renderScreen({ ...visit, plan: { ...plan, rooms: plan.rooms.slice(0, 1), minutes: 12, chosenMinutes: 30, fills: false } });
  expect(screen.getByText('3 stops, about 12 of your 30 minutes')).toBeTruthy();
  expect(screen.getByText('Ask me anything in the rest.')).toBeTruthy();
});

it('The start card gives way to questions if the visitor looks around first, also beyond a reload, and the bar begins the tour', async () => {
  const rendered = await renderScreen(visit);
  expect(button('Who built it?')).toBeNull();
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
  const voices = {
    en: [{ voiceId: 'en-1', uiStringID: 'en-1', label: 'Ada', voicePreviewUrl: '/ada.mp3', stability: 0.5 }],
    de: [],
    fr: [],
  };
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

it('Yes and No answer the guide’s question, and stay until the answer', async () => {
  const rendered = await renderOnTour();
  expect(keys()).toEqual(['Yes', 'No', 'Questions', 'Tour']);
  await press(rendered, 'Yes');
  expect(keys()).toEqual([]);
  answer(rendered, { asks: 'next-room' });
  await press(rendered, 'No');
  expect(rendered.guide.sent.map(({ text }) => text)).toEqual(['Begin the tour', 'Yes', 'No']);
});

it.each(['Stop', 'be quiet!', 'Enough'])('“%s” is not sent to the guide, and the guide’s question stays', async (words) => {
  const rendered = await renderOnTour();
  const field = screen.getByRole<HTMLTextAreaElement>('textbox');
  await rendered.user.type(field, `${words}{Enter}`);
  expect([field.value, rendered.guide.sent.map(({ text }) => text)]).toEqual(['', ['Begin the tour']]);
  expect(keys()).toEqual(['Yes', 'No', 'Questions', 'Tour']);
});

it('Next appears if the guide asked nothing, and no key after the tour is over', async () => {
  const rendered = await renderScreen(visit);
  await press(rendered, 'Begin the tour');
  rendered.guide.guides({ action: 'begin' });
  rendered.guide.says('The ceiling shows the dawn.');
  rendered.guide.finishes();
  expect(keys()).toEqual(['Next', 'Questions', 'Tour']);
  await press(rendered, 'Next');
  rendered.guide.guides({ action: 'next', phase: 'over', leftSeconds: 0 });
  rendered.guide.says('That was the tour.');
  rendered.guide.finishes();
  expect(keys()).toEqual([]);
});

it('The bar names the stop within the room, and the minutes left of the plan', async () => {
  await renderOnTour({ action: 'begin', leftSeconds: 541 });
  expect(screen.getByText('Stop 1 of 3')).toBeTruthy();
  expect(screen.getByText('10 min left')).toBeTruthy();
});

it('The list of rooms offers every step and every room of the tour', async () => {
  const rooms = ['Vestibule', 'Painting Salon', 'Grand Salon'].map((name) => ({ id: name.toLowerCase().replace(' ', '-'), name }));
  const rendered = await renderScreen({ ...visit, profile: { ...profile, rooms } });
  await press(rendered, 'Begin the tour');
  answer(rendered, { action: 'begin' });
  for (const step of ['Next', 'Again', 'Skip this', 'Stay here', 'End the tour']) {
    await press(rendered, 'Tour');
    await rendered.user.click(await screen.findByRole('button', { name: step }));
    answer(rendered, {});
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
  rendered.caller.guides({ action: 'begin', asks: 'next-stop' });
  rendered.caller.says('Do you want to see the ceiling?');
  rendered.caller.finishes();
  await act(async () => rendered.clock.runOut());
  expect(screen.getByRole('log').textContent).toContain('Do you want to see the ceiling?');
  expect(keys()).toEqual(['Yes', 'No', 'Questions', 'Tour']);
  await press(rendered, 'Questions');
  expect([button('Who built it?'), document.activeElement]).toEqual([expect.anything(), screen.getByRole('tabpanel')]);
  await press(rendered, 'Yes');
  expect(document.activeElement).toBe(screen.getByRole('tabpanel'));
  expect(rendered.caller.sent.map(({ text }) => text)).toEqual(['Begin the tour', 'Yes']);
});
