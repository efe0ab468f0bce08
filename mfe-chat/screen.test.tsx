import { expect, it, onTestFinished, rs } from '@rstest/core';
import { act, screen, within } from '@testing-library/react';
import { button, field, log, renderScreen } from './testing/render-screen.tsx';

const sendButton = () => button('Send');
/** Without the speaker, the sources and the buttons. */
const messages = () =>
  log()
    .queryAllByRole('article')
    .map((article) => within(article).getByRole('heading').nextElementSibling?.textContent);
const announced = () => screen.getAllByRole('status').at(-1)?.textContent;
const question = 'How old?';

async function renderAsked(options?: Parameters<typeof renderScreen>[0]) {
  const rendered = await renderScreen(options);
  await rendered.user.type(field(), `${question}{Enter}`);
  return rendered;
}

async function renderAnswered(options?: Parameters<typeof renderScreen>[0]) {
  const rendered = await renderAsked(options);
  rendered.answer('From 1382.');
  return rendered;
}

it('The header names the guide and the state of the conversation, says that the guide is an AI, and links nowhere', async () => {
  const { guide, user, view } = await renderScreen({ profile: { guideName: 'Orla' }, isOffline: true });
  expect(view.container.firstElementChild?.outerHTML).toMatch(/^<section [^>]*data-remote="chat" data-version="0\.0\.0-test"/);
  expect([screen.queryByText(/Feedback/), screen.queryByRole('button', { name: 'Exhibitions' })]).toEqual([null, null]);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Orla');
  expect(screen.getAllByText('AI guide').length).toBeGreaterThan(0);
  expect(screen.getByText('Loading...')).toBeTruthy();
  guide.tell({ type: 'connected' });
  expect(screen.getByText('Start a conversation')).toBeTruthy();
  await user.type(field(), `${question}{Enter}`);
  expect(screen.getByText('Sending...')).toBeTruthy();
  guide.fails({ category: 'network' });
  expect(screen.getByText('1 message')).toBeTruthy();
  await user.click(button('Try again'));
  guide.says('From 1382.');
  expect(screen.getByText('2 messages')).toBeTruthy();
});

it('The header links to the museum’s form, to the list of exhibitions, and to screens that declare a place in the visit', async () => {
  const link = { id: 'poster', screen: 'poster', title: 'Museum poster' };
  const { user, wentTo } = await renderScreen({
    profile: { tabBar: { kind: 'guide-feedback', feedbackUrls: { en: 'https://forms.example/en' } } },
    exhibitionCount: 2,
    links: ['visit-tab', 'menu'].map((place) => ({ ...link, place })),
  });
  const { href, target, rel } = screen.getByRole<HTMLAnchorElement>('link', { name: /^Feedback/ });
  expect([href, target, rel]).toEqual(['https://forms.example/en', '_blank', 'noopener']);
  await user.click(button('Exhibitions'));
  await user.click(button('Museum poster'));
  expect(wentTo).toEqual([{ screen: 'landing' }, { screen: 'poster' }]);
});

const quickQuestions: [string, string, string] = ['Who built it?', 'What is behind this door?', 'What would surprise me?'];

it('The chat begins with a welcome and three questions, and a press sends one and hides all three', async () => {
  const { guide, user } = await renderScreen({ profile: { quickQuestions } });
  // The visitor does not see the failure of the museum's welcome.
  expect(log().getByText('Welcome! Ask me anything about the exhibition.')).toBeTruthy();
  expect(log().queryByRole('alert')).toBeNull();
  await user.click(button('What is behind this door?'));
  expect(guide.sent.map(({ text }) => text)).toEqual(['What is behind this door?']);
  expect(screen.queryByRole('list')).toBeNull();
  expect(messages()).toEqual(['What is behind this door?']);
});

const voice = { voiceId: 'en-1', uiStringID: 'en-1', label: 'Ada', voicePreviewUrl: '/media/voices/en-1.mp3', stability: 0.4 } as const;
it.each([
  { museum: 'with a voice', en: [voice], de: [], offered: ['Listen'] },
  { museum: 'without voices', en: [], de: [], offered: [] },
  { museum: 'whose voices speak other languages', en: [], de: [voice], offered: [] },
])('A museum $museum offers $offered', async ({ en, de, offered }) => {
  await renderAnswered({ profile: { voices: { en, de, fr: [] } } });
  const buttons = log().queryAllByRole('button', { name: /Listen/ });
  expect(buttons.map(({ textContent }) => textContent)).toEqual(offered);
});

it('Enter sends the question, but nothing empty and nothing while an answer is on its way, and Shift+Enter breaks the line', async () => {
  const { guide, user } = await renderScreen();
  await user.type(screen.getByRole('textbox', { name: 'Your question' }), '  {Enter}');
  await user.click(sendButton());
  expect(sendButton().getAttribute('aria-disabled')).toBe('true');
  expect(guide.sent).toEqual([]);
  await user.clear(field());
  await user.type(field(), 'One{Shift>}{Enter}{/Shift}two{Enter}');
  expect(field().value).toBe('');
  await user.type(field(), 'Next{Enter}');
  expect(guide.sent.map(({ text }) => text)).toEqual(['One\ntwo']);
  expect(field().value).toBe('Next');
  guide.finishes();
  expect(sendButton().getAttribute('aria-disabled')).toBe('false');
});

it('Stop replaces Send while an answer is on its way, and keeps the part that arrived', async () => {
  const { guide, user } = await renderScreen();
  await user.type(field(), `${question}{Enter}And then?`);
  guide.says('From 1382');
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  await user.click(button('Stop the answer'));
  expect(messages()).toEqual([question, 'From 1382']);
  expect(field().value).toBe('And then?');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(sendButton());
  expect(guide.sent.map(({ text }) => text)).toEqual([question, 'And then?']);
});

it('The field counts down to 2,000 characters from 1,800 on, cuts nothing, and sends nothing longer', async () => {
  const { guide, user } = await renderScreen();
  await user.click(field());
  await user.paste('a'.repeat(1799));
  expect(screen.queryByText(/characters? (left|too many)/)).toBeNull();
  await user.paste('a');
  expect(screen.getByText('200 characters left')).toBeTruthy();
  await user.paste('a'.repeat(201));
  expect(screen.getByText('1 character too many')).toBeTruthy();
  expect([field().getAttribute('aria-invalid'), sendButton().getAttribute('aria-disabled')]).toEqual(['true', 'true']);
  await user.keyboard('{Enter}');
  expect(guide.sent).toEqual([]);
  expect(field().value).toHaveLength(2001);
  await user.keyboard('{Backspace}{Enter}');
  expect(guide.sent.map(({ text }) => text.length)).toEqual([2000]);
});

it('“AI is typing...” precedes an answer, which appears letter by letter, and then with its sources', async () => {
  const { guide, pass } = await renderAsked();
  expect(log().getByText('AI is typing...')).toBeTruthy();
  guide.says('The stone tracery');
  expect(log().queryByText('AI is typing...')).toBeNull();
  pass(1_000);
  expect(messages()).toEqual([question, 'The stone tracery']);
  guide.says('The stone tracery is from 1382. The glass is younger.');
  guide.names('Wall text, north transept');
  guide.finishes();
  pass();
  expect(messages()).toEqual([question, 'The stone tracery is from 1382. The glass is younger.']);
  expect(log().getByText('Wall text, north transept').closest('p')?.textContent).toContain('Source: Wall text');
});

it('A screen reader announces a coming answer, and then the whole answer once', async () => {
  const { guide } = await renderAsked();
  expect(announced()).toBe('AI is typing...');
  guide.says('From');
  expect(announced()).toBe('');
  guide.says('From 1382.');
  guide.finishes();
  expect(announced()).toBe('From 1382.');
  expect(screen.getByRole('log').getAttribute('aria-live')).toBe('off');
});

it('A question, an answer and a source are shown as text, whatever they contain', async () => {
  const { guide, user, pass } = await renderScreen();
  const hostile = '<img src=x onerror="document.title=1"><script>document.title=1</script>[a](javascript:alert(1))';
  await user.click(field());
  await user.paste(hostile);
  await user.keyboard('{Enter}');
  guide.says(hostile);
  guide.names(hostile);
  guide.finishes();
  pass();
  const inLog = screen.getByRole('log');
  expect(inLog.querySelector('img, script, a')).toBeNull();
  // The answer's link keeps its words alone.
  expect(inLog.textContent?.split(hostile)).toHaveLength(3);
  expect(messages()[1]).toMatch(/^<img .*<\/script>/);
});

it('A complete answer is copied without its Markdown, and the button says if the browser refuses', async () => {
  const { guide, user, pass } = await renderAsked();
  const write = rs.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce().mockRejectedValue(new Error('not allowed'));
  onTestFinished(() => write.mockRestore());
  guide.says('From **1382**.');
  expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
  guide.finishes();
  pass();
  await user.click(button('Copy'));
  expect(write.mock.calls).toEqual([['From 1382.']]);
  await user.click(await screen.findByRole('button', { name: 'Copied' }));
  expect(await screen.findByRole('button', { name: 'Could not copy' })).toBeTruthy();
});

it('A press rates an answer, a second press withdraws the rating, and a rating that fails to send is withdrawn with a message', async () => {
  const rated: unknown[] = [];
  let isReached = true;
  const rate = async (request: unknown) => {
    rated.push(request);
    if (!isReached) throw new Error('out of reach');
  };
  const { user } = await renderAnswered({ api: { rate } });
  const helpful = () => button('Helpful');
  await user.click(helpful());
  expect(helpful().getAttribute('aria-pressed')).toBe('true');
  expect(await screen.findByText('Thank you. The museum will see this.')).toBeTruthy();
  isReached = false;
  await user.click(button('Not helpful'));
  expect(await screen.findByText('Your rating could not be sent. Please try again.')).toBeTruthy();
  expect(helpful().getAttribute('aria-pressed')).toBe('true');
  isReached = true;
  await user.click(helpful());
  expect(helpful().getAttribute('aria-pressed')).toBe('false');
  expect(rated).toMatchObject([
    { messageId: 'answer-1', rating: 'helpful' },
    { messageId: 'answer-1', rating: 'not-helpful' },
    { messageId: 'answer-1', rating: 'none' },
  ]);
});

it('A question from the information that cannot be sent yet is appended to the draft', async () => {
  const { user } = await renderAsked({ profile: { objects: [{ number: 12, name: 'The globe', document: 'library', paragraph: 1 }] } });
  await user.type(field(), 'And who');
  await user.click(button('Information'));
  await user.type(await screen.findByRole('textbox', { name: 'Number on the label' }), '12{Enter}');
  expect(field().value).toBe('And who What is number 12?');
});

it('A failed message has the specification’s sentence, keeps the draft, and can be sent again', async () => {
  const { guide, user, answer } = await renderAsked();
  await user.type(field(), 'Next');
  guide.says('From');
  guide.fails({ category: 'interrupted' });
  expect(screen.getByRole('alert').textContent).toBe(
    "Sorry, I'm having trouble responding right now. Please try again.The answer broke off. What has arrived stays here.",
  );
  expect(messages()).toEqual([question, 'From']);
  await user.click(button('Try again'));
  expect(guide.sent[1]).toEqual(guide.sent[0]);
  answer('From 1382.');
  expect(messages()).toEqual([question, 'From 1382.']);
  expect(field().value).toBe('Next');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('A chat that could not start has a sentence of its own', async () => {
  const { guide, user } = await renderScreen({ isOffline: true });
  guide.tell({ type: 'failed', failure: { category: 'network' } });
  expect(screen.getByRole('alert').textContent).toBe('Sorry, there was an error setting up the chat. Please try refreshing the page.');
  await user.click(button('Try again'));
  guide.tell({ type: 'connected' });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('A visitor who comes back finds the thread and the draft, and can send the unanswered question again', async () => {
  const { guide, user, view, open } = await renderAsked();
  await user.type(field(), 'Why is it');
  view.unmount();
  expect(guide.closed).toEqual(['screen-left']);
  open();
  expect([messages(), field().value]).toEqual([[question], 'Why is it']);
  await user.click(button('Try again'));
  expect(guide.sent[1]).toEqual(guide.sent[0]);
  expect(messages()).toEqual([question]);
});

it('A change to French keeps thread and draft, and translates the chat’s own words', async () => {
  const { i18n, user } = await renderAnswered();
  await user.type(field(), 'Et');
  await act(() => i18n.changeLanguage('fr'));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Votre question' }).value).toBe('Et');
  expect(screen.getByText('2 messages')).toBeTruthy();
  expect(screen.getAllByText('Guide IA').length).toBeGreaterThan(0);
  expect(messages()).toEqual([question, 'From 1382.']);
});
