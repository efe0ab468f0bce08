import { place } from './measure-chat.mjs';

// A visitor's page in a call, without a browser.

const renewEveryMs = 4_000;

/** Opens a call and enters its room. @param {string} origin @param {(url: string, options: object) => Promise<any>} joinRoom */
export async function openCall(origin, joinRoom) {
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
  const client = await joinRoom(webCallUrl, { headers: { origin, cookie } });
  await client.enter();
  const isSaid = (/** @type {any} */ { role, status }) => role === 'assistant' && status === 'stopped';

  return {
    /** Until the guide has said all it says now. */
    quiet: () => client.nextApp('speech-update', isSaid),
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
    async close() {
      clearInterval(renewal);
      client.send({ t: 'leave' });
      await client.closed;
    },
  };
}
