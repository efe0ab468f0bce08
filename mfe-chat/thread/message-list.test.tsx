import type { Entry } from '@enfilade/shared-contracts/conversation/transcript/entries';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import speechTexts from '@enfilade/shared-contracts/ui/speech/texts/en';
import { FakeScreen } from '@enfilade/shared-contracts/ui/testing/fake-screen';
import { expect, it, onTestFinished, rs } from '@rstest/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeRatings } from '../testing/states.tsx';
import ownTexts from '../texts/en.json';
import type { Translate } from '../texts/texts.ts';
import { MessageList, type MessageListProps, Thread } from './chat-thread.tsx';

const t: Translate = (key, values) =>
  Object.entries(values ?? {}).reduce(
    (text, [name, value]) => text.replace(`{{${name}}}`, String(value)),
    { ...ownTexts, ...speechTexts, 'shared:find.source': 'Source:' }[key as keyof typeof ownTexts],
  );

const question: Entry = { key: 'q', number: 1, turn: 1, speaker: 'visitor', text: 'How old?', sources: [], state: 'complete' };
const words = 'The stone tracery is from 1382. The glass is younger.';
const source = { title: 'Wall text', document: 'wall' };
const whole: Entry = { ...question, key: 'a', speaker: 'guide', text: words, sources: [source], sourceNumbers: [14], messageId: 'm1' };
const { messageId: _, ...unnamed } = whole;
const arriving: Entry = { ...unnamed, state: 'arriving' };
const broken: Entry = { ...unnamed, state: 'broken' };

const listenButton = ({ key }: Entry): Elements => <button type="button">{`Listen ${key}`}</button>;

function openThread(first: readonly Entry[], change: Partial<MessageListProps> = {}, listen = listenButton) {
  const clock = createHandClock();
  const answerOptions = { ratings: fakeRatings(), listen };
  const draw = (messages: readonly Entry[], more = change) => (
    <FakeScreen t={t} clock={clock}>
      <Thread messages={messages} isThinking={false} welcome={null} problem={null}>
        <MessageList messages={messages} hasProblem={false} answerOptions={answerOptions} {...more} />
      </Thread>
    </FakeScreen>
  );
  const view = render(draw(first));
  const pass = (milliseconds: number) => act(() => clock.pass(milliseconds));
  return { clock, pass, user: userEvent.setup(), show: (...next: Parameters<typeof draw>) => view.rerender(draw(...next)) };
}
const shown = () =>
  [...(screen.getAllByRole('article').at(-1)?.querySelectorAll('p') ?? [])].find((each) => !each.closest('[aria-hidden]'))?.textContent ??
  '';
const sourceLine = () => screen.getByText(/^Source:/);
const button = (name: string) => screen.queryByRole('button', { name });

function createMotionPreference() {
  const query = Object.assign(new EventTarget(), { matches: false });
  const setMatches = (matches: boolean) => {
    query.matches = matches;
    query.dispatchEvent(new Event('change'));
  };
  return { query: query as unknown as MediaQueryList, setMatches };
}

it('An answer is typed out, shows its sources and buttons when it is complete, and has no rating without an id', () => {
  const { show, pass } = openThread([question]);
  show([question, arriving]);
  pass(300);
  expect(words.startsWith(shown()) && shown().length > 2 && shown().length < words.length).toBe(true);
  expect(button('Copy')).toBeNull();
  expect(sourceLine().closest('[aria-hidden="true"]')).not.toBeNull();
  pass(5000);
  expect(shown()).toBe(words);
  expect(button('Copy')).toBeNull();
  show([question, whole]);
  expect(sourceLine().closest('[aria-hidden="true"]')).toBeNull();
  expect(sourceLine().closest('button')?.textContent).toBe('14Source: Wall text');
  const names = () => screen.getAllByRole('button').map((each) => each.getAttribute('aria-label') ?? each.textContent);
  expect(names()).toEqual(['14Source: Wall text', 'Listen a', 'Copy', 'Helpful', 'Not helpful']);
  show([question, { ...unnamed, state: 'complete' }]);
  expect(names()).toEqual(['14Source: Wall text', 'Listen a', 'Copy']);
});

it('An answer and its source keep their language, and “Source” has the page’s language', () => {
  openThread([
    { ...question, language: 'fr' },
    { ...whole, language: 'de' },
  ]);
  const languages = ['How old?', words, 'Wall text', /^Source:/].map((text) =>
    screen.getByText(text).closest('[lang]')?.getAttribute('lang'),
  );
  expect(languages).toEqual(['fr', 'de', 'de', undefined]);
});

it.each<[string, (opened: ReturnType<typeof openThread>) => unknown]>([
  ['A tap shows the whole answer at once', ({ user }) => user.click(screen.getAllByRole('article').at(-1) ?? document.body)],
  ['A key shows the whole answer at once', ({ user }) => user.keyboard('{Enter}')],
  ['An answer ends by itself', ({ pass }) => pass(5000)],
])('%s, and the focus of its button goes to the log', async (_, end) => {
  const opened = openThread([question]);
  opened.show([question, whole]);
  await opened.user.tab();
  await opened.user.tab();
  opened.pass(200);
  expect(document.activeElement).toBe(button('Show the whole answer'));
  await end(opened);
  expect([shown(), button('Show the whole answer'), opened.clock.waiting()]).toEqual([words, null, 0]);
  expect(document.activeElement).toBe(screen.getByRole('log'));
});

it('An answer is complete at once from the moment the visitor prefers reduced motion', () => {
  const { query, setMatches } = createMotionPreference();
  const wanted = rs.spyOn(window, 'matchMedia').mockReturnValue(query);
  onTestFinished(() => wanted.mockRestore());
  const { show, pass } = openThread([question]);
  show([question, arriving]);
  pass(100);
  expect(shown().length).toBeLessThan(words.length);
  act(() => setMatches(true));
  expect(shown()).toBe(words);
  expect(button('Show the whole answer')).toBeNull();
});

it('a broken answer ends with a note unless the page shows a problem, and is typed from its beginning if a retried text differs', () => {
  const { show, pass } = openThread([question]);
  show([question, arriving]);
  pass(100);
  show([question, broken]);
  expect(shown()).toBe(words);
  expect(screen.getByText('The answer ends here.')).toBeTruthy();
  show([question, broken], { hasProblem: true });
  expect(screen.queryByText('The answer ends here.')).toBeNull();
  show([question, arriving]);
  expect(shown()).toBe(words);
  show([question, { ...arriving, text: 'It was built in 1382.' }]);
  expect(shown()).toBe('');
  pass(100);
  expect(shown()).toMatch(/^It/);
});

it('A new question completes the answer before, and an earlier answer is complete when the chat opens', () => {
  const { show, pass, clock } = openThread([question]);
  show([question, whole]);
  pass(100);
  show([question, whole, { ...question, key: 'q2' }]);
  expect(screen.getByText(words)).toBeTruthy();
  expect(clock.waiting()).toBe(0);
  cleanup();
  const earlier = openThread([question, whole]);
  expect([shown(), earlier.clock.waiting()]).toEqual([words, 0]);
});

it('A long thread renders no earlier message again while an answer arrives', () => {
  const drawn: string[] = [];
  const listen = ({ key }: Entry) => {
    drawn.push(key);
    return null;
  };
  const many = Array.from({ length: 60 }, (_, index): Entry => ({ ...whole, key: `${index}` }));
  const { show, pass } = openThread(many, {}, listen);
  expect(drawn).toHaveLength(60);
  for (const text of ['The', 'The stone', words]) {
    show([...many, { ...arriving, text }]);
    pass(2000);
  }
  show([...many, whole]);
  expect(drawn.slice(60)).toEqual(['a']);
});
