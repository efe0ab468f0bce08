import { afterEach, describe, expect, it, rs } from '@rstest/core';
import { act, cleanup, screen, within } from '@testing-library/react';
import { renderScreen } from './testing/render-screen.tsx';

afterEach(() => {
  cleanup();
  rs.restoreAllMocks();
});

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' });
const sendButton = () => screen.getByRole('button', { name: 'Send' });
const log = () => within(screen.getByRole('log'));
/** The messages' own text, without the speaker, the sources and the buttons. */
const messages = () =>
  log()
    .queryAllByRole('article')
    .map((article) => within(article).getByRole('heading').nextElementSibling?.textContent);
const announced = () => screen.getAllByRole('status').at(-1)?.textContent;
const question = 'How old?';

describe('the header', () => {
  it('names the guide, says that it is an AI, and how the conversation stands', async () => {
    const { guide, user } = await renderScreen({ profile: { guideName: 'Orla' }, isOffline: true });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Orla');
    expect(screen.getAllByText('AI guide').length).toBeGreaterThan(0);
    expect(screen.getByText('Loading...')).toBeTruthy();
    guide.tell({ type: 'connected' });
    expect(screen.getByText('Start a conversation')).toBeTruthy();
    await user.type(field(), `${question}{Enter}`);
    expect(screen.getByText('Sending...')).toBeTruthy();
    guide.fails({ category: 'network' });
    expect(screen.getByText('1 message')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    guide.says('From 1382.');
    expect(screen.getByText('2 messages')).toBeTruthy();
  });

  it('links to the museum’s form where it has one', async () => {
    await renderScreen({ profile: { tabBar: { kind: 'guide-feedback', feedbackUrls: { en: 'https://forms.example/en' } } } });
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: /^Feedback/ });
    expect([link.href, link.target, link.rel]).toEqual(['https://forms.example/en', '_blank', 'noopener']);
  });

  it('leads back to the exhibitions where there are several', async () => {
    const { user, wentTo } = await renderScreen({ exhibitionCount: 2 });
    await user.click(screen.getByRole('button', { name: 'Exhibitions' }));
    expect(wentTo).toEqual([{ screen: 'landing' }]);
  });

  it('leads to the museum’s other screens that want to be in the visit, as the visit’s bar does', async () => {
    const link = { id: 'poster', screen: 'poster', title: 'Museum poster' };
    const { user, wentTo } = await renderScreen({ links: ['visit-tab', 'menu'].map((place) => ({ ...link, place })) });
    await user.click(screen.getByRole('button', { name: 'Museum poster' }));
    expect(wentTo).toEqual([{ screen: 'poster' }]);
  });

  it('has no Feedback where the museum has no form, and no way back where there is one exhibition', async () => {
    await renderScreen();
    expect(screen.queryByText(/Feedback/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Exhibitions' })).toBeNull();
  });
});

describe('beginning', () => {
  const quickQuestions: [string, string, string] = ['Who built it?', 'What is behind this door?', 'What would surprise me?'];

  it('welcomes and offers three questions; the pressed one is sent and all three go', async () => {
    const { guide, user } = await renderScreen({ profile: { quickQuestions } });
    // The museum's own first words did not come, which is no error for the visitor.
    expect(log().getByText('Welcome! Ask me anything about the exhibition.')).toBeTruthy();
    expect(log().queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'What is behind this door?' }));
    expect(guide.sent.map(({ text }) => text)).toEqual(['What is behind this door?']);
    expect(screen.queryByRole('list')).toBeNull();
    expect(messages()).toEqual(['What is behind this door?']);
  });
});

describe('reading aloud', () => {
  const voice = { voiceId: 'en-1', uiStringID: 'en-1', label: 'Ada', voicePreviewUrl: '/media/voices/en-1.mp3' } as const;
  it.each([
    { museum: 'with a voice', voices: { en: [{ ...voice, stability: 0.4 }], de: [], fr: [] }, offered: ['Listen'] },
    { museum: 'without voices', voices: { en: [], de: [], fr: [] }, offered: [] },
    {
      museum: 'whose voices speak other languages',
      voices: { en: [], de: [{ ...voice, voiceId: 'de-1', stability: 0.4 }], fr: [] },
      offered: [],
    },
  ])('is offered $offered at a museum $museum', async ({ voices, offered }) => {
    const { guide, user, pass } = await renderScreen({ profile: { voices } });
    guide.tell({ type: 'connected' });
    await user.type(field(), `${question}{Enter}`);
    guide.says('From 1382.');
    guide.finishes();
    pass();
    expect(
      log()
        .queryAllByRole('button', { name: /Listen/ })
        .map((button) => button.textContent),
    ).toEqual(offered);
  });
});

describe('asking', () => {
  it('sends with Enter, breaks the line with Shift and Enter', async () => {
    const { guide, user } = await renderScreen();
    await user.type(field(), 'One{Shift>}{Enter}{/Shift}two{Enter}');
    expect(guide.sent.map(({ text }) => text)).toEqual(['One\ntwo']);
    expect(field().value).toBe('');
  });

  it('sends nothing empty and nothing while an answer is on its way', async () => {
    const { guide, user } = await renderScreen();
    await user.type(field(), '  {Enter}');
    await user.click(sendButton());
    expect(sendButton().getAttribute('aria-disabled')).toBe('true');
    expect(guide.sent).toEqual([]);
    await user.clear(field());
    await user.type(field(), `${question}{Enter}Next{Enter}`);
    expect(guide.sent).toHaveLength(1);
    expect(field().value).toBe('Next');
    guide.finishes();
    expect(sendButton().getAttribute('aria-disabled')).toBe('false');
  });

  it('puts Stop in the place of Send while an answer is on its way; what has arrived stays', async () => {
    const { guide, user } = await renderScreen();
    await user.type(field(), `${question}{Enter}And then?`);
    guide.says('From 1382');
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Stop the answer' }));
    expect(messages()).toEqual([question, 'From 1382']);
    expect(field().value).toBe('And then?');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(sendButton());
    expect(guide.sent.map(({ text }) => text)).toEqual([question, 'And then?']);
  });

  it('counts 2,000 characters down from 1,800, cuts nothing and sends nothing longer', async () => {
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
});

describe('the answer', () => {
  it('is first said to be typed, then appears letter by letter as it arrives, with its sources', async () => {
    const { guide, user, pass } = await renderScreen();
    await user.type(field(), `${question}{Enter}`);
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

  it('is announced as coming and then once, whole; the log itself is not read out in pieces', async () => {
    const { guide, user } = await renderScreen();
    await user.type(field(), `${question}{Enter}`);
    expect(announced()).toBe('AI is typing...');
    guide.says('From');
    expect(announced()).toBe('');
    guide.says('From 1382.');
    guide.finishes();
    expect(announced()).toBe('From 1382.');
    expect(screen.getByRole('log').getAttribute('aria-live')).toBe('off');
  });

  it('is shown as text, whatever it contains', async () => {
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
    // The question and the source as they are; of the answer's link the words alone.
    expect(inLog.textContent?.split(hostile)).toHaveLength(3);
    expect(messages()[1]).toMatch(/^<img .*<\/script>/);
  });

  it('is read without its marks when it is copied, can be once it is whole, and says when the browser does not let it be', async () => {
    const { guide, user, pass } = await renderScreen();
    const write = rs.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce().mockRejectedValue(new Error('not allowed'));
    await user.type(field(), `${question}{Enter}`);
    guide.says('From **1382**.');
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
    guide.finishes();
    pass();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(write.mock.calls).toEqual([['From 1382.']]);
    await user.click(await screen.findByRole('button', { name: 'Copied' }));
    expect(await screen.findByRole('button', { name: 'Could not copy' })).toBeTruthy();
  });

  it('is rated; a rating that cannot be sent is taken back, and it is said so; a second press takes a rating back', async () => {
    const rated: unknown[] = [];
    let isReached = true;
    const rate = async (request: unknown) => {
      rated.push(request);
      if (!isReached) throw new Error('out of reach');
    };
    const { guide, user, pass } = await renderScreen({ api: { rate } });
    await user.type(field(), `${question}{Enter}`);
    guide.says('From 1382.');
    guide.finishes();
    pass();
    const helpful = () => screen.getByRole('button', { name: 'Helpful' });
    await user.click(helpful());
    expect(helpful().getAttribute('aria-pressed')).toBe('true');
    expect(await screen.findByText('Thank you. The museum will see this.')).toBeTruthy();
    isReached = false;
    await user.click(screen.getByRole('button', { name: 'Not helpful' }));
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
});

describe('the draft', () => {
  it('keeps half a question when a question from the information cannot be sent yet, and gets that question after it', async () => {
    const { user } = await renderScreen({ profile: { objects: [{ number: 12, name: 'The globe', document: 'library', paragraph: 1 }] } });
    await user.type(field(), `${question}{Enter}`);
    await user.type(field(), 'And who');
    await user.click(screen.getByRole('button', { name: 'Information' }));
    await user.type(await screen.findByRole('textbox', { name: 'Number on the label' }), '12{Enter}');
    expect(field().value).toBe('And who What is number 12?');
  });

  it('is there again when the visitor comes back to the screen', async () => {
    const { user, view, open } = await renderScreen();
    await user.type(field(), 'Why is it');
    view.unmount();
    open();
    expect(field().value).toBe('Why is it');
  });
});

describe('a problem', () => {
  it('says the sentence, keeps what is typed, and tries the same message again', async () => {
    const { guide, user, pass } = await renderScreen();
    await user.type(field(), `${question}{Enter}Next`);
    guide.says('From');
    guide.fails({ category: 'interrupted' });
    expect(screen.getByRole('alert').textContent).toBe(
      "Sorry, I'm having trouble responding right now. Please try again.The answer broke off. What has arrived stays here.",
    );
    expect(messages()).toEqual([question, 'From']);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(guide.sent[1]).toEqual(guide.sent[0]);
    guide.says('From 1382.');
    guide.finishes();
    pass();
    expect(messages()).toEqual([question, 'From 1382.']);
    expect(field().value).toBe('Next');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('tells a chat that could not begin from a message that failed', async () => {
    const { guide, user } = await renderScreen({ isOffline: true });
    guide.tell({ type: 'failed', failure: { category: 'network' } });
    expect(screen.getByRole('alert').textContent).toBe('Sorry, there was an error setting up the chat. Please try refreshing the page.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    guide.tell({ type: 'connected' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('offers to ask again what was left unanswered, and keeps the thread when one comes back', async () => {
    const { guide, user, view, open } = await renderScreen();
    await user.type(field(), `${question}{Enter}`);
    view.unmount();
    expect(guide.closed).toEqual(['screen-left']);
    open();
    expect(messages()).toEqual([question]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(guide.sent[1]).toEqual(guide.sent[0]);
    expect(messages()).toEqual([question]);
  });
});

describe('changing the language', () => {
  it('keeps thread and draft, and speaks French', async () => {
    const { guide, i18n, user, pass } = await renderScreen();
    await user.type(field(), `${question}{Enter}Et`);
    guide.says('From 1382.');
    guide.finishes();
    pass();
    await act(() => i18n.changeLanguage('fr'));
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Votre question' }).value).toBe('Et');
    expect(screen.getByText('2 messages')).toBeTruthy();
    expect(screen.getAllByText('Guide IA').length).toBeGreaterThan(0);
    expect(messages()).toEqual([question, 'From 1382.']);
  });
});

it('names its remote and version on its outermost element', async () => {
  const { view } = await renderScreen();
  expect(view.container.firstElementChild?.outerHTML).toMatch(/^<section [^>]*data-remote="chat" data-version="0\.0\.0-test"/);
});
