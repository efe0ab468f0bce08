import { place } from './measure-chat.mjs';

// A visitor's page in a call, without a browser.

const reportEveryMs = 100;
const renewEveryMs = 4_000;

/**
 * Opens a call and enters its room. @param {string} origin @param {(url: string, options: object) => Promise<any>} joinRoom
 * @param {{ playsAtOnce: boolean }} options whether what arrives is heard at once, or as slowly as people hear
 */
export async function openCall(origin, joinRoom, { playsAtOnce }) {
  const headers = { 'x-enfilade': '1', authorization: 'Bearer visit', origin };
  const body = JSON.stringify({
    assistantId: 'visit',
    assistantOverrides: { variableValues: { visit: JSON.stringify({ ...place, answers: {} }) } },
  });
  const answer = await fetch(`${origin}/api/voice/call/web`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  if (!answer.ok) throw new Error(`No call: ${answer.status} ${await answer.text()}`);
  const { id, webCallUrl } = await answer.json();
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const renewal = setInterval(() => {
    fetch(`${origin}/api/voice/calls/${id}/renewal`, { method: 'POST', headers: { ...headers, cookie } }).catch(() => undefined);
  }, renewEveryMs);
  const client = await joinRoom(webCallUrl, { playsAtOnce, origin });
  await client.enter();
  const stopPlaying = playsAtOnce ? () => {} : playSlowly(client);
  const isSaid = (/** @type {any} */ { role, status }) => role === 'assistant' && status === 'stopped';

  return {
    /** Until the guide has said all it says now. */
    quiet: () => client.nextApp('speech-update', isSaid),
    /** @param {string} content */
    type: (content) => client.sendApp({ type: 'add-message', message: { role: 'user', content } }),
    /** Holds the button, says something and lets go: milliseconds until the answer sounds. */
    async releaseToSound() {
      client.send({ t: 'microphone', isOn: true });
      // The room before the voice.
      client.speak(400, 10);
      client.speak(600);
      const before = client.heardMs();
      const began = performance.now();
      client.send({ t: 'microphone', isOn: false });
      await client.sound(before + 20);
      return performance.now() - began;
    },
    mark: () => ({ frames: client.samples.length, messages: client.received.length }),
    /** How loud each frame since then is. @param {{ frames: number }} since @returns {number[]} */
    loudnessSince: ({ frames }) =>
      client.samples.slice(frames).map((/** @type {Int16Array} */ frame) => Math.abs(frame[frame.length >> 1] ?? 0)),
    /** What the captions said of the guide since then. @param {{ messages: number }} since @returns {string[]} */
    wordsSince: ({ messages }) =>
      client
        .apps(messages)
        .flatMap((/** @type {any} */ { type, role, transcript }) =>
          type === 'transcript' && role === 'assistant' ? [transcript.trim()] : [],
        ),
    async close() {
      clearInterval(renewal);
      stopPlaying();
      client.send({ t: 'leave' });
      await client.closed;
    },
  };
}

/** Reports what a page plays: no faster than time passes, and nothing of what was flushed. @param {any} client */
function playSlowly(client) {
  let playedMs = 0;
  let at = performance.now();
  let read = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    // As the page does with each tick: what has arrived is kept for it no longer.
    client.send({ t: 'received', n: client.received.findLast((/** @type {any} */ { n }) => n !== undefined)?.n ?? 0 });
    const flushes = client.received.slice(read).filter((/** @type {any} */ { t }) => t === 'flush').length;
    read = client.received.length;
    playedMs = flushes > 0 ? client.heardMs() : Math.min(client.heardMs(), playedMs + now - at);
    at = now;
    client.send({ t: 'played', ms: playedMs, queuedMs: client.heardMs() - playedMs });
  }, reportEveryMs);
  return () => clearInterval(timer);
}
