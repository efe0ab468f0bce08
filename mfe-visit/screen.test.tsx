import { afterEach, expect, it, rs } from '@rstest/core';
import { act, cleanup, screen, within } from '@testing-library/react';
import { renderScreen } from './testing/render-screen.tsx';

afterEach(cleanup);

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' });
const sendButton = () => screen.getByRole('button', { name: 'Send' });
const log = () => within(screen.getByRole('log'));
const turns = () =>
  log()
    .queryAllByRole('listitem')
    .filter((item) => item.parentElement?.tagName === 'OL')
    .map((item) => item.textContent);
/** The composer has its own status, for dictated words. */
const announced = () => screen.getAllByRole('status').at(-1)?.textContent;
const question = 'Why so dark?';

async function renderAsked(options?: Parameters<typeof renderScreen>[0]) {
  const rendered = await renderScreen(options);
  await rendered.user.type(field(), `${question}{Enter}`);
  return rendered;
}

const online = rs.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
function setOnline(isOnline: boolean) {
  online.mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

it('Enter sends the typed question and empties the field', async () => {
  const { guide } = await renderAsked();
  expect(guide.sent.map(({ text }) => text)).toEqual([question]);
  expect(field().value).toBe('');
  expect(turns()).toEqual([`1You${question}`]);
});

it('The next question stays in the field until the answer is complete', async () => {
  const { guide, user } = await renderScreen();
  await user.type(field(), `${question}{Enter}And the floor?{Enter}`);
  await user.click(sendButton());
  expect(guide.sent).toHaveLength(1);
  expect(field().value).toBe('And the floor?');
  guide.says('Candle smoke.');
  expect(sendButton().getAttribute('aria-disabled')).toBe('true');
  guide.finishes();
  await user.click(sendButton());
  expect(guide.sent.map(({ text }) => text)).toEqual([question, 'And the floor?']);
});

it('Try again connects again if the connection failed before the first question', async () => {
  const { guide, user } = await renderScreen({ isOffline: true });
  guide.tell({ type: 'failed', failure: { category: 'network' } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  guide.tell({ type: 'connected' });
  await user.type(field(), `${question}{Enter}`);
  expect(guide.sent).toHaveLength(1);
});

it('A question is sent once the connection is ready', async () => {
  const { guide } = await renderAsked({ isOffline: true });
  expect(log().getByText('Thinking...')).toBeTruthy();
  guide.tell({ type: 'connected' });
  expect(guide.sent.map(({ text }) => text)).toEqual([question]);
});

it('An answer appears as it arrives, numbered, under the guide’s name, and with its sources at the end', async () => {
  const { guide } = await renderAsked({ profile: { guideName: { en: 'Clara' } } });
  guide.says('Two hundred');
  expect(turns()).toEqual([`1You${question}`, '2ClaraTwo hundred']);
  guide.says('Two hundred winters of candle smoke. The colours are still there.');
  guide.names('Conservation report');
  guide.finishes();
  expect(turns()[1]).toBe('2ClaraCopyTwo hundred winters of candle smoke. The colours are still there.Source: Conservation report');
});

it('A screen reader announces a coming answer, and then the whole answer once', async () => {
  const { guide } = await renderAsked();
  expect(announced()).toBe('Thinking...');
  guide.says('Candle');
  expect(announced()).toBe('');
  guide.says('Candle smoke.');
  guide.finishes();
  expect(announced()).toBe('Candle smoke.');
  expect(screen.getByRole('log').getAttribute('aria-live')).toBe('off');
});

it('A question, an answer and a source are shown as text, whatever they contain', async () => {
  const { guide, user } = await renderScreen();
  const hostile = '<img src=x onerror="document.title=1"><script>document.title=1</script>[a](javascript:alert(1))';
  await user.click(field());
  await user.paste(hostile);
  await user.keyboard('{Enter}');
  guide.says(hostile);
  guide.names(hostile);
  guide.finishes();
  const inLog = screen.getByRole('log');
  expect(inLog.querySelector('img, script, a')).toBeNull();
  expect(inLog.textContent?.split(hostile)).toHaveLength(4);
});

it('A failed question is named, keeps the draft, and can be sent again', async () => {
  const { guide, user } = await renderScreen();
  await user.type(field(), `${question}{Enter}Next`);
  guide.fails({ category: 'malformed' });
  expect(screen.getByRole('alert').textContent).toBe(
    "Sorry, I'm having trouble responding right now. Please try again.Your question is still here.",
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(guide.sent.map(({ clientMessageId }) => clientMessageId)).toEqual([
    guide.sent[0]?.clientMessageId,
    guide.sent[0]?.clientMessageId,
  ]);
  guide.says('Candle smoke.');
  guide.finishes();
  expect(turns()).toHaveLength(2);
  expect(field().value).toBe('Next');
  expect(announced()).toBe('Candle smoke.');
});

it('A failure’s text says whether the guide was slow, unreachable or busy, and Try again leaves the focus in the transcript', async () => {
  const { guide, user } = await renderAsked();
  guide.fails({ category: 'timeout' });
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong. The answer took too long to arrive.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(document.activeElement).toBe(screen.getByRole('log'));
  guide.fails({ category: 'network' });
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong. Your guide cannot be reached just now.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  guide.fails({ category: 'refused', retryAfterSeconds: 12 });
  expect(screen.getByRole('alert').textContent).toContain('Please try again in 12 seconds.');
});

it('A failure’s text says that the device has no network', async () => {
  const { guide } = await renderAsked();
  setOnline(false);
  guide.fails({ category: 'network' });
  expect(screen.getByRole('alert').textContent).toContain('No internet connection available. Please check your network.');
  setOnline(true);
  expect(screen.getByRole('alert').textContent).toContain('Your guide cannot be reached just now.');
});

it('An answer that breaks off keeps the part that arrived', async () => {
  const { guide } = await renderAsked();
  guide.says('Two hundred winters');
  guide.fails({ category: 'interrupted' });
  expect(turns()[1]).toContain('Two hundred winters');
  expect(screen.getByRole('alert').textContent).toContain('What has arrived stays here.');
});

it('A question starts an ended conversation again', async () => {
  const { guide, user } = await renderScreen();
  guide.tell({ type: 'ended', reason: 'over' });
  await user.type(field(), `${question}{Enter}`);
  expect(guide.sent.map(({ text }) => text)).toEqual([question]);
});

it('Leaving the screen closes the connection, keeps the transcript, and offers an unanswered question again', async () => {
  const { guide, user, view, open } = await renderAsked();
  guide.says('Two hundred');
  view.unmount();
  expect(guide.closed).toEqual(['screen-left']);
  open();
  expect(turns()).toHaveLength(2);
  expect(announced()).toBe('');
  expect(screen.getByRole('alert').textContent).toBe('Your last question has no full answer yet.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(guide.sent[1]).toEqual(guide.sent[0]);
  expect(turns()).toHaveLength(2);
});

it('A press leads back to the exhibitions', async () => {
  const { user, wentTo } = await renderScreen();
  await user.click(screen.getByRole('button', { name: 'Exhibitions' }));
  expect(wentTo).toEqual([{ screen: 'landing' }]);
});

it('A change of language keeps transcript and draft', async () => {
  const { guide, i18n, user } = await renderScreen();
  await user.type(field(), `${question}{Enter}Und`);
  guide.says('Candle smoke.');
  await act(() => i18n.changeLanguage('de'));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Ihre Frage' }).value).toBe('Und');
  expect(turns()).toEqual([`1Sie${question}`, '2ClaraCandle smoke.']);
  expect(guide.closed).toEqual([]);
});

it('The visit names its remote and version on its outermost element', async () => {
  const { view } = await renderScreen();
  expect(view.container.firstElementChild?.outerHTML).toMatch(/^<section [^>]*data-remote="visit" data-version="0\.0\.0-test"/);
});
