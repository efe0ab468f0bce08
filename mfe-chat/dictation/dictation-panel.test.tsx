import { createI18n } from '@enfilade/shared-contracts/i18n/create-i18n';
import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { afterEach, describe, expect, it } from '@rstest/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import de from '../texts/de.json';
import en from '../texts/en.json';
import { DictationPanel } from './dictation-panel.tsx';
import { type DictationView, type Live, still } from './dictation-state.ts';

const texts = { en, de };

function translate(language: 'en' | 'de'): Translate {
  const i18n = createI18n({ language });
  i18n.addResourceBundle(language, 'chat', texts[language]);
  return (key, values) => i18n.getFixedT(language, 'chat')(key, values ?? {});
}

function createLive() {
  let live = still;
  const listeners = new Set<(now: Live, before: Live) => void>();
  return {
    getState: () => live,
    subscribe(listener: (now: Live, before: Live) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    become(change: Partial<Live>) {
      const before = live;
      live = { ...live, ...change };
      act(() => listeners.forEach((listener) => void listener(live, before)));
    },
  };
}

const idle: DictationView = { phase: 'idle', problem: undefined, means: 'site', limitSeconds: 60 };

/** The panel in the place of a field, as the screen has it. */
function open(view: Partial<DictationView>, language: 'en' | 'de' = 'en') {
  const live = createLive();
  const done: string[] = [];
  const t = translate(language);
  const draw = (change: Partial<DictationView>) => {
    const now = { ...idle, ...change };
    return (
      <>
        <a href="#elsewhere">elsewhere</a>
        {now.phase === 'idle' && <textarea aria-label="field" />}
        <DictationPanel
          view={now}
          live={live}
          t={t}
          onAgree={() => done.push('agree')}
          onStop={() => done.push('stop')}
          onRetry={() => done.push('retry')}
          onDiscard={() => done.push('discard')}
          onEnded={() => screen.queryByLabelText('field')?.focus()}
        />
      </>
    );
  };
  const { rerender, container } = render(draw(view));
  const user = userEvent.setup();
  return {
    live,
    done,
    user,
    container,
    show: (change: Partial<DictationView>) => rerender(draw(change)),
    press: (name: string) => user.click(screen.getByRole('button', { name })),
  };
}

const buttons = () => screen.getAllByRole('button').map((button) => `${button.textContent}${isClosed(button) ? ' (closed)' : ''}`);
const isClosed = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true';
const said = () => screen.getByRole('status').textContent;
const count = (container: HTMLElement, name: string) => container.querySelectorAll(`i[class*="${name}"]`).length;

afterEach(cleanup);

const required = 'Microphone access is required for voice recording';
const tips = ['Allow the microphone in the address bar', 'Check the permissions of your device', 'Refresh the page'];

const germanTips = ['dictation.required', 'dictation.tip.address', 'dictation.tip.device', 'dictation.tip.refresh']
  .map((key) => (de as Record<string, string>)[key])
  .join(' ');

describe('every state says what it is and what can be done', () => {
  it.each<[string, Partial<DictationView>, string, string[]]>([
    ['notice', { phase: 'notice', means: 'browser' }, en['dictation.notice'], ['Type instead', 'Speak']],
    ['asking', { phase: 'asking' }, 'Please allow the microphone in your browser.', ['Cancel', 'Loading... (closed)']],
    ['recording', { phase: 'recording' }, 'Speak now.', ['Discard', 'Tap to stop recording']],
    ['transcribing', { phase: 'transcribing' }, 'Writing down what you said...', ['Discard', 'Loading... (closed)']],
    ['failed', { phase: 'failed' }, `${en['dictation.failed']} Your recording is still here.`, ['Discard', 'Try again']],
    ['unheard', { phase: 'unheard' }, en['dictation.nothingHeard'], ['Cancel', 'Record again']],
    ['denied', { phase: 'refused', problem: 'denied' }, [required, ...tips].join(' '), ['Type instead', 'Try again']],
    ['dismissed', { phase: 'refused', problem: 'dismissed' }, [required, ...tips].join(' '), ['Type instead', 'Try again']],
    ['missing', { phase: 'refused', problem: 'missing' }, 'No microphone was found.', ['Type instead', 'Try again']],
    ['busy', { phase: 'refused', problem: 'busy' }, en['dictation.busy'], ['Type instead', 'Try again']],
    ['insecure', { phase: 'refused', problem: 'insecure' }, 'This site must be accessed via HTTPS for microphone access', ['Type instead']],
    ['unsupported', { phase: 'refused', problem: 'unsupported' }, en['dictation.unsupported'], ['Type instead']],
  ])('%s', (_, view, sentence, keys) => {
    open(view);
    expect([screen.getByRole('region').getAttribute('aria-label'), said(), buttons()]).toEqual(['Voice recording', sentence, keys]);
  });

  it.each<[string, Partial<DictationView>, string, string[]]>([
    ['asking', { phase: 'asking' }, de['dictation.asking'], ['Abbrechen', `${de['action.loading']} (closed)`]],
    ['recording', { phase: 'recording' }, 'Sprechen Sie jetzt.', ['Verwerfen', 'Tippen zum Beenden']],
    ['transcribing', { phase: 'transcribing' }, de['dictation.transcribing'], ['Verwerfen', `${de['action.loading']} (closed)`]],
    ['failed', { phase: 'failed' }, `${de['dictation.failed']} Ihre Aufnahme ist noch da.`, ['Verwerfen', 'Noch einmal']],
    ['unheard', { phase: 'unheard' }, de['dictation.nothingHeard'], ['Abbrechen', 'Neu aufnehmen']],
    ['insecure', { phase: 'refused', problem: 'insecure' }, de['dictation.insecure'], ['Lieber tippen']],
    ['notice', { phase: 'notice', means: 'browser' }, de['dictation.notice'], ['Lieber tippen', 'Sprechen']],
    ['denied', { phase: 'refused', problem: 'denied' }, germanTips, ['Lieber tippen', 'Noch einmal']],
    ['dismissed', { phase: 'refused', problem: 'dismissed' }, germanTips, ['Lieber tippen', 'Noch einmal']],
    ['missing', { phase: 'refused', problem: 'missing' }, de['dictation.missing'], ['Lieber tippen', 'Noch einmal']],
    ['busy', { phase: 'refused', problem: 'busy' }, de['dictation.busy'], ['Lieber tippen', 'Noch einmal']],
    ['unsupported', { phase: 'refused', problem: 'unsupported' }, de['dictation.unsupported'], ['Lieber tippen']],
  ])('in German: %s', (_, view, sentence, keys) => {
    open(view, 'de');
    expect([screen.getByRole('region').getAttribute('aria-label'), said(), buttons()]).toEqual(['Sprachaufnahme', sentence, keys]);
  });

  it('is nothing while there is the field', () => {
    open({ phase: 'idle' });
    expect(screen.queryByRole('region')).toBeNull();
  });
});

describe('the keys', () => {
  it('do what they say, and closed ones do nothing', async () => {
    const panel = open({ phase: 'notice' });
    await panel.press('Speak');
    panel.show({ phase: 'asking' });
    await panel.press('Loading...');
    panel.show({ phase: 'recording' });
    await panel.press('Tap to stop recording');
    panel.show({ phase: 'failed' });
    await panel.press('Try again');
    await panel.press('Discard');
    expect(panel.done).toEqual(['agree', 'stop', 'retry', 'discard']);
  });

  it('have Escape for the way out', async () => {
    const { user, done } = open({ phase: 'recording' });
    await user.keyboard('{Escape}');
    expect(done).toEqual(['discard']);
  });

  it('take the focus when recording begins, and give it to the field at the end', () => {
    const { show } = open({ phase: 'asking' });
    show({ phase: 'recording' });
    expect(document.activeElement?.textContent).toBe('Tap to stop recording');
    show({ phase: 'transcribing' });
    expect(document.activeElement?.textContent).toBe('Loading...');
    show({ phase: 'refused', problem: 'insecure' });
    expect(document.activeElement?.textContent).toBe('Type instead');
    show({ phase: 'idle' });
    expect(document.activeElement).toBe(screen.getByLabelText('field'));
  });

  it('leave the focus to a visitor who has gone elsewhere with it', () => {
    const { show } = open({ phase: 'recording' });
    const link = screen.getByRole('link');
    link.focus();
    show({ phase: 'transcribing' });
    show({ phase: 'idle' });
    expect(document.activeElement).toBe(link);
  });
});

describe('the meter', () => {
  it('fills forty places from the left, each as high as the voice was', () => {
    const { live, container } = open({ phase: 'recording' });
    expect([count(container, 'bar'), count(container, 'dot')]).toEqual([0, 40]);
    live.become({ levels: [0.25, 0.5, 1] });
    expect([count(container, 'bar'), count(container, 'dot')]).toEqual([3, 37]);
    const heights = [...container.querySelectorAll<HTMLElement>('i')].slice(0, 4).map((bar) => bar.style.getPropertyValue('--level'));
    expect(heights).toEqual(['0.25', '0.5', '1', '']);
  });

  it('keeps what was recorded in sight while it is written down', () => {
    const { live, container, show } = open({ phase: 'recording' });
    live.become({ levels: [1, 1], seconds: 7.4 });
    show({ phase: 'transcribing' });
    expect([count(container, 'bar'), screen.getByText('0:07').textContent]).toEqual([2, '0:07']);
  });

  it('shows the words where the browser writes them down', () => {
    const { live, container } = open({ phase: 'recording', means: 'browser' });
    expect([count(container, 'dot'), screen.getAllByText('Speak now.').length]).toEqual([0, 2]);
    live.become({ words: 'Who painted' });
    expect(screen.getByText('Who painted')).toBeTruthy();
  });

  it('counts the time against the longest there is on this device', () => {
    const { live } = open({ phase: 'recording', limitSeconds: 23 });
    live.become({ seconds: 7.9 });
    expect([screen.getByText('0:07').textContent, screen.getByText('of 0:23').textContent]).toEqual(['0:07', 'of 0:23']);
    live.become({ seconds: 23.4 });
    expect(screen.getByText('0:23')).toBeTruthy();
  });

  it('counts the last ten seconds for the eyes, and says them once', () => {
    const { live } = open({ phase: 'recording' });
    live.become({ seconds: 49.9 });
    expect([said(), screen.queryByText(/left, then it is sent/)]).toEqual(['Speak now.', null]);
    const heard = new Set<string | null>();
    for (const seconds of [50.1, 53, 59.2]) {
      live.become({ seconds });
      heard.add(said());
    }
    expect([...heard]).toEqual(['10 seconds left, then it is sent']);
    expect(screen.getByText('1 second left, then it is sent').getAttribute('aria-hidden')).toBe('true');
  });
});
