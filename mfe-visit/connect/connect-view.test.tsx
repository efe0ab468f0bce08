import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { translateIn } from '@enfilade/shared-contracts/i18n/testing/translate-in';
import { replaceProperty } from '@enfilade/shared-contracts/kit/testing/replace-property';
import { inScreen } from '@enfilade/shared-contracts/ui/testing/fake-screen';
import { expect, it } from '@rstest/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { connectStates } from '../testing/connect-states.ts';
import { texts as loadTexts } from '../texts/texts.ts';
import type { ConnectState } from './connect-state.ts';
import { ConnectView } from './connect-view.tsx';

const views = Object.values(connectStates);

const [en, de, fr] = await Promise.all([loadTexts.en(), loadTexts.de(), loadTexts.fr()]);
const texts = { en: en.default, de: de.default, fr: fr.default };

function open(
  view: ConnectState,
  { language = 'en', canCopy = true, isLocal = false }: { language?: Language; canCopy?: boolean; isLocal?: boolean } = {},
) {
  const t = translateIn(language, texts[language]);
  const done: string[] = [];
  const does = (what: string) => () => void done.push(what);
  const draw = (shown: ConnectState) => (
    <ConnectView
      state={shown}
      voice={{
        ...{ isLocal, ask: does('allow'), listen: does('listen'), restart: does('retry') },
        ...{ keepWaiting: does('keep waiting'), takeOver: does('take over') },
      }}
      site="palazzo.example"
      onUseText={does('text')}
    />
  );
  const { rerender, container } = render(draw(view), inScreen(t));
  const user = userEvent.setup();
  if (!canCopy) replaceProperty(navigator, 'clipboard', undefined);
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  return { container, press, done, show: (next: ConnectState) => act(() => rerender(draw(next))) };
}
const heading = () => screen.getByRole('heading', { level: 1 });
const items = () => screen.getAllByRole('listitem').map((item) => item.textContent);

it('Every view before a call leads to typing at one tap', async () => {
  for (const view of views) {
    const { press, done, container } = open(view);
    expect([heading().textContent, container.textContent]).toEqual([
      expect.stringMatching(/./),
      expect.not.stringMatching(/connect\.|local\.|\{\{/),
    ]);
    expect(screen.getAllByRole('button').at(-1)?.querySelector('svg')).not.toBeNull();
    await press('Use text instead');
    expect(done).toEqual(['text']);
    cleanup();
  }
});

const byBrowser = 'Your browser’s maker turns your speech into text: what you say is sent there.';
const byDevice = 'Your device turns your speech into text. If it cannot, your browser’s maker does: what you say is then sent there.';
type Permission = ConnectState & { kind: 'permission' };
const held = 'Clara listens only while you hold the button.';
const prompt = 'Your browser asks next. Choose “Allow”.';
const silent = ['This site cannot hear you. Your microphone stays off.', 'Type your questions: Clara answers aloud.'];
it.each<[string, Partial<Permission>, string[], string]>([
  ['the site', { hearing: 'site', asks: true }, [held, prompt], 'Allow microphone'],
  [
    'the site in continuous mode without a prompt',
    { talkingMode: 'continuous' },
    ['Clara listens until you mute the microphone.'],
    'Talk to Clara',
  ],
  ['nobody', { hearing: 'none' }, silent, 'Start listening to Clara'],
  ['the browser’s maker', { hearing: 'browser', asks: true }, [held, byBrowser, prompt], 'Allow microphone'],
  ['the device', { hearing: 'browser', asks: true }, [held, byDevice, prompt], 'Allow microphone'],
])(
  'The first view says first that the guide is an AI, then who listens (%s), and requests the microphone',
  async (who, change, facts, key) => {
    const view: ConnectState = { kind: 'permission', hearing: 'site', asks: false, talkingMode: 'push-to-talk', ...change };
    const { press, done } = open(view, { isLocal: who === 'the device' });
    expect(items()).toEqual(['Clara is an AI, not a person.', ...facts]);
    await press(key);
    expect(done).toEqual(['allow']);
  },
);

it('The view of a blocked microphone shows the browser’s own steps, and requests the microphone again', async () => {
  const { press, done } = open({ kind: 'denied', browser: 'safari-ios', isStill: false });
  expect(items()).toEqual(['1Tap the menu beside the address', '2Open “Website Settings”', '3Set Microphone to “Allow”']);
  await press('Request again');
  expect(done).toEqual(['allow']);
});

it.each(['en', 'de', 'fr'] as const)('Each fault of the microphone has its own heading, and leaves listening, in %s', async (language) => {
  const headings = new Set<string | null>();
  const faults = ['denied', 'denied-still', 'dismissed', 'missing', 'busy'];
  for (const name of faults) {
    const { press, done } = open(connectStates[name] as ConnectState, { language });
    headings.add(heading().textContent);
    await press(texts[language]['connect.listen'].replace('{{guide}}', 'Clara'));
    expect(done).toEqual(['listen']);
    cleanup();
  }
  expect(headings.size).toBe(faults.length);
});

it('The view of a slow call has the specification’s sentences, and the view of a call in another tab lets the visitor take over the call', async () => {
  const { press, done, show } = open({ kind: 'timeout' });
  expect(screen.getByRole('alert').textContent).toBe(
    'Something went wrong. The LLM took too long to respond.You can either keep waiting, or retry immediately by reloading the page.',
  );
  await press('Keep waiting');
  await press('Retry');
  show({ kind: 'other-tab' });
  await press('Take over here');
  show({ kind: 'ended' });
  await press('Call Clara again');
  expect(done).toEqual(['keep waiting', 'retry', 'take over', 'retry']);
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each([
  [true, 'Link copied'],
  [false, 'Please copy it from the address bar'],
])('The view of an unsupported browser copies a link (copied: %s)', async (canCopy, word) => {
  const { press } = open({ kind: 'unsupported' }, { canCopy });
  await press('Copy link');
  expect(await screen.findByRole('button', { name: word })).toBeTruthy();
});

const stages = { kind: 'stages', stage: 2, isSlow: false, needsMicrophone: true } as const;
const current = () => document.querySelector('[aria-current="step"]')?.textContent;
const said = () => screen.getByRole('status').textContent;

it('The connecting view marks the current stage, and says “a moment” only if the stage is slow', async () => {
  const { show } = open({ ...stages, stage: 1 });
  expect([current(), said()]).toEqual(['1Asking for the microphone…', 'Asking for the microphone…']);
  show(stages);
  expect(items()[0]).toBe('1Microphone allowed');
  expect(said()).toBe('Calling Clara…');
  show({ ...stages, isSlow: true });
  expect([current(), said()]).toEqual(['2Calling Clara…a moment', 'Calling Clara… a moment']);
  show({ ...stages, stage: 3 });
  expect(said()).toBe('Ready for you');
});

it('The queue’s view names the people ahead, keeps the focus while their number changes, and gives it to the next view’s heading', async () => {
  const { show } = open({ kind: 'queued', ahead: 3 });
  expect(heading().textContent).toBe('3 people ahead of you');
  const text = screen.getByRole('button', { name: 'Use text instead' });
  act(() => text.focus());
  show({ kind: 'queued', ahead: 1 });
  expect(said()).toContain('1 person ahead of you');
  expect(document.activeElement).toBe(text);
  show({ kind: 'timeout' });
  expect(document.activeElement).toBe(heading());
});

it('The first view does not take the focus from an element that has it', async () => {
  const tab = document.body.appendChild(document.createElement('button'));
  tab.focus();
  open({ kind: 'timeout' });
  expect(document.activeElement).toBe(tab);
  tab.remove();
  cleanup();
  open({ kind: 'timeout' });
  expect(document.activeElement).toBe(heading());
});
