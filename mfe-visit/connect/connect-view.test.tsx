import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { translateIn } from '@enfilade/shared-contracts/i18n/testing/translate-in';
import { inScreen } from '@enfilade/shared-contracts/ui/testing/fake-screen';
import { afterEach, expect, it } from '@rstest/core';
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
  const actions = {
    onAllow: () => void done.push('allow'),
    onListen: () => void done.push('listen'),
    onRetry: () => void done.push('retry'),
    onKeepWaiting: () => void done.push('keep waiting'),
    onUseText: () => void done.push('text'),
    onTakeOver: () => void done.push('take over'),
    onCopyLink: async () => canCopy,
  };
  const draw = (shown: ConnectState) => (
    <ConnectView state={shown} isLocal={isLocal} guideName="Clara" site="palazzo.example" {...actions} />
  );
  const { rerender, container } = render(draw(view), inScreen(t));
  const user = userEvent.setup();
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  return { container, press, done, show: (next: ConnectState) => act(() => rerender(draw(next))) };
}
const heading = () => screen.getByRole('heading', { level: 1 });
const items = () => screen.getAllByRole('listitem').map((item) => item.textContent);

afterEach(cleanup);

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
it.each([
  ['site', true, ['Clara listens only while you hold the button.', 'Your browser asks next. Choose “Allow”.'], 'Allow microphone'],
  [
    'none',
    false,
    ['This site cannot hear you. Your microphone stays off.', 'Type your questions: Clara answers aloud.'],
    'Start listening to Clara',
  ],
] as const)('The first view says first that the guide is an AI, then who listens (%s), and requests the microphone', async (...row) => {
  const [hearing, asks, facts, key] = row;
  const { press, done } = open({ kind: 'permission', hearing, asks, talkingMode: 'push-to-talk' });
  expect(items()).toEqual(['Clara is an AI, not a person.', ...facts]);
  await press(key);
  expect(done).toEqual(['allow']);
});

it.each([
  [false, byBrowser],
  [true, byDevice],
])('The first view says where the sound goes if the browser recognises the speech (on the device: %s)', (isLocal, fact) => {
  open({ kind: 'permission', hearing: 'browser', asks: true, talkingMode: 'push-to-talk' }, { isLocal });
  expect(items()).toContain(fact);
});

it('The first view does not mention holding in continuous mode, nor a prompt that will not come', async () => {
  open({ kind: 'permission', hearing: 'site', asks: false, talkingMode: 'continuous' });
  expect(items()).toEqual(['Clara is an AI, not a person.', 'Clara listens until you mute the microphone.']);
  expect(screen.getByRole('button', { name: 'Talk to Clara' })).toBeTruthy();
});

it('The view of a blocked microphone shows the browser’s own steps, and requests the microphone again', async () => {
  const { press, done } = open({ kind: 'denied', browser: 'safari-ios', isStill: false });
  expect(items()).toEqual(['1Tap the menu beside the address', '2Open “Website Settings”', '3Set Microphone to “Allow”']);
  await press('Request again');
  expect(done).toEqual(['allow']);
});

it.each(['en', 'de', 'fr'] as const)('Each fault of the microphone has its own heading in %s', (language) => {
  const names = (['denied', 'denied-still', 'dismissed', 'missing', 'busy'] as const).map((name) => {
    open(connectStates[name] as ConnectState, { language });
    const { textContent } = heading();
    cleanup();
    return textContent;
  });
  expect(new Set(names).size).toBe(names.length);
});

it('Each fault of the microphone leaves listening and typing', async () => {
  for (const name of ['denied', 'dismissed', 'missing', 'busy']) {
    const { press, done } = open(connectStates[name] as ConnectState);
    await press('Start listening to Clara');
    expect(done).toEqual(['listen']);
    cleanup();
  }
});

it('The view of a slow call has the specification’s sentences', async () => {
  const { press, done } = open({ kind: 'timeout' });
  expect(screen.getByRole('alert').textContent).toBe(
    'Something went wrong. The LLM took too long to respond.You can either keep waiting, or retry immediately by reloading the page.',
  );
  await press('Keep waiting');
  await press('Retry');
  expect(done).toEqual(['keep waiting', 'retry']);
});

it('The visitor can take over a call from another tab, and call again after a call has ended', async () => {
  const { press, done, show } = open({ kind: 'other-tab' });
  await press('Take over here');
  show({ kind: 'ended' });
  await press('Call Clara again');
  expect(done).toEqual(['take over', 'retry']);
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

it('The queue’s view names the number of people ahead in a sentence for that number', async () => {
  const { show } = open({ kind: 'queued', ahead: 3 });
  expect(heading().textContent).toBe('3 people ahead of you');
  show({ kind: 'queued', ahead: 1 });
  expect(said()).toContain('1 person ahead of you');
});

it('The focus goes to the heading of another view, and stays while the same view changes', async () => {
  const { show } = open({ kind: 'queued', ahead: 3 });
  const text = screen.getByRole('button', { name: 'Use text instead' });
  act(() => text.focus());
  show({ kind: 'queued', ahead: 2 });
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
