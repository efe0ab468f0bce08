import type { Clock } from '../kit/clock.ts';
import { createScriptAllowlist } from './script-allowlist.ts';
import { VoiceCall } from './voice-call.ts';
import type { VoiceClient } from './voice-client.ts';
import { ConversationNotStartedError } from './voice-error.ts';
import type { VoicePage } from './voice-page.ts';

/** After a call has closed, before the next one starts. */
const restartDelayMs = 300;
/** How long the next call waits for the one before to close. */
const closeLimitMs = 1_000;

interface VoiceClientOptions {
  page: VoicePage;
  clock: Clock;
}

const clients = new WeakMap<VoicePage, VoiceClient>();

/** The page's one voice client. */
export function createVoiceClient(options: VoiceClientOptions): VoiceClient {
  const client = clients.get(options.page) ?? openClient(options);
  clients.set(options.page, client);
  return client;
}

function openClient({ page, clock }: VoiceClientOptions): VoiceClient {
  const allowlist = createScriptAllowlist(page.document);
  let last: PastCall | undefined;
  const begin = (call: VoiceCall) => {
    const before = last;
    before?.call.finish('replaced');
    const entry: PastCall = { call, closedAtMs: undefined };
    last = entry;
    void call.closed.then(() => {
      entry.closedAtMs = clock.now();
    });
    void startAfter(before, call, clock);
  };
  return { createCall: (call) => new VoiceCall({ page, clock, allowlist, call, begin }) };
}

interface PastCall {
  call: VoiceCall;
  closedAtMs: number | undefined;
}

async function startAfter(before: PastCall | undefined, call: VoiceCall, clock: Clock): Promise<void> {
  try {
    if (before) await waitUntilClosed(before, clock);
    await call.start();
  } catch (error) {
    call.fail(error instanceof ConversationNotStartedError ? error.failure : { category: 'network' });
  }
}

/** Throws ConversationNotStartedError after 1 s: a call that does not end cannot be followed by another. */
async function waitUntilClosed(before: PastCall, clock: Clock): Promise<void> {
  if (before.closedAtMs === undefined) await Promise.race([before.call.closed, wait(clock, closeLimitMs)]);
  if (before.closedAtMs === undefined) throw new ConversationNotStartedError({ category: 'timeout' });
  const restMs = before.closedAtMs + restartDelayMs - clock.now();
  if (restMs > 0) await wait(clock, restMs);
}

const wait = (clock: Clock, delayMs: number) => new Promise<void>((passed) => void clock.after(delayMs, passed));
