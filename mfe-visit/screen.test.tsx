import { expect, it, rs } from '@rstest/core';
import { act, screen, within } from '@testing-library/react';
import { button, field, renderScreen } from './testing/render-screen.tsx';

const sendButton = () => button('Send');
const retry = () => button('Try again');
const alert = () => screen.getByRole('alert').textContent;
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
  await rendered.ask(question);
  return rendered;
}

const online = rs.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
function setOnline(isOnline: boolean) {
  online.mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

it('Enter sends the typed question and empties the field, and the next question stays there until the answer is complete', async () => {
  const { guide, user } = await renderAsked();
  expect([field().value, turns()]).toEqual(['', [`1You${question}`]]);
  await user.type(screen.getByRole('textbox', { name: 'Your question' }), 'And the floor?{Enter}');
  await user.click(sendButton());
  expect(guide.sent.map(({ text }) => text)).toEqual([question]);
  expect(field().value).toBe('And the floor?');
  guide.says('Candle smoke.');
  expect(sendButton().getAttribute('aria-disabled')).toBe('true');
  guide.finishes();
  await user.click(sendButton());
  expect(guide.sent.map(({ text }) => text)).toEqual([question, 'And the floor?']);
});

it('A question is sent once the connection is ready, also after a failed first connection and Try again', async () => {
  const { guide, user, ask } = await renderScreen({ isOffline: true });
  guide.tell({ type: 'failed', failure: { category: 'network' } });
  await user.click(retry());
  await ask(question);
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
  expect(alert()).toBe("Sorry, I'm having trouble responding right now. Please try again.Your question is still here.");
  await user.click(retry());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(guide.sent[1]?.clientMessageId).toBe(guide.sent[0]?.clientMessageId);
  guide.says('Candle smoke.');
  guide.finishes();
  expect([turns().length, field().value, announced()]).toEqual([2, 'Next', 'Candle smoke.']);
});

it('A failure’s text says whether the guide was slow, unreachable or busy, or the device has no network', async () => {
  const { guide, user } = await renderAsked();
  guide.fails({ category: 'timeout' });
  expect(alert()).toContain('Something went wrong. The answer took too long to arrive.');
  await user.click(retry());
  expect(document.activeElement).toBe(screen.getByRole('log'));
  setOnline(false);
  guide.fails({ category: 'network' });
  expect(alert()).toContain('No internet connection available. Please check your network.');
  setOnline(true);
  expect(alert()).toContain('Something went wrong. Your guide cannot be reached just now.');
  await user.click(retry());
  guide.fails({ category: 'refused', retryAfterSeconds: 12 });
  expect(alert()).toContain('Please try again in 12 seconds.');
});

it('An answer that breaks off keeps the part that arrived, and a question starts an ended conversation again', async () => {
  const { guide, ask } = await renderAsked();
  guide.says('Two hundred winters');
  guide.fails({ category: 'interrupted' });
  expect(turns()[1]).toContain('Two hundred winters');
  expect(alert()).toContain('What has arrived stays here.');
  guide.tell({ type: 'ended', reason: 'over' });
  await ask('And the floor?');
  expect(guide.sent.at(-1)?.text).toBe('And the floor?');
});

it('Leaving the screen closes the connection, keeps the transcript, and offers an unanswered question again', async () => {
  const { guide, user, view, open } = await renderAsked();
  guide.says('Two hundred');
  view.unmount();
  expect(guide.closed).toEqual(['screen-left']);
  open();
  expect(turns()).toHaveLength(2);
  expect(announced()).toBe('');
  expect(alert()).toBe('Your last question has no full answer yet.');
  await user.click(retry());
  expect(guide.sent[1]).toEqual(guide.sent[0]);
  expect(turns()).toHaveLength(2);
});

it('A press leads back to the exhibitions, and the visit names its remote and version on its outermost element', async () => {
  const { user, view, wentTo } = await renderScreen();
  expect(view.container.firstElementChild?.outerHTML).toMatch(/^<section [^>]*data-remote="visit" data-version="0\.0\.0-test"/);
  await user.click(button('Exhibitions'));
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
