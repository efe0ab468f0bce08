import type { RemoteName } from '@enfilade/shared-contracts/releases/contract';
import { loadNewest } from '../effects/load-trail.ts';
import { ConsoleError } from '../model/console-error.ts';
import type { Order } from '../model/order.ts';
import { lastPinChange, trailWords } from '../model/trail-words.ts';
import { ExplainedError } from '../use-order.ts';
import type { MuseumDesk } from './museum-desk.ts';

/** What the museum itself pins as far as this page knows: the order is refused when somebody else was faster. */
function expectedPin({ running }: MuseumDesk, name: RemoteName): string | null {
  const screen = running.screens[name];
  return screen?.pinned ? screen.version : null;
}

export function pinOrder(desk: MuseumDesk, name: RemoteName, version: string): Order {
  const { museumId, whom, running, tools } = desk;
  const { t, client } = tools;
  const before = running.screens[name]?.version;
  const screen = t(`screen.${name}`);
  const change =
    before === undefined || before === version
      ? t('pin.words', { whom, screen, version })
      : t('pin.wordsInstead', { whom, screen, version, before });
  return {
    at: name,
    verb: t('pin.verb', { screen, version }),
    words: [change, t('pin.fixed', { screen })],
    send: async () => {
      const expected = expectedPin(desk, name);
      await explaining(desk, name, () => client.pin({ museumId, name, version, expected }));
      return t('pin.done', { whom, screen, version });
    },
  };
}

export function unpinOrder(desk: MuseumDesk, name: RemoteName): Order {
  const { museumId, whom, running, overview, tools } = desk;
  const { t, client } = tools;
  const screen = t(`screen.${name}`);
  const version = running.screens[name]?.version ?? '';
  const next = overview.default.screens[name]?.version;
  return {
    at: name,
    verb: t('unpin.verb', { screen }),
    words: [next === undefined ? t('unpin.wordsNothing', { whom, screen }) : t('unpin.words', { whom, screen, version, next })],
    send: async () => {
      const expected = expectedPin(desk, name);
      await explaining(desk, name, () => client.unpin({ museumId, name, expected }));
      return t('unpin.done', { whom, screen });
    },
  };
}

/** Says of a pin that somebody else changed first who that was and what they did. */
async function explaining({ museumId, running, tools }: MuseumDesk, name: RemoteName, send: () => Promise<unknown>): Promise<void> {
  const { client, t, formats } = tools;
  try {
    await send();
  } catch (error) {
    if (!(error instanceof ConsoleError) || error.code !== 'stale') throw error;
    const trail = await loadNewest((after) => client.loadAudit(after, museumId), running.sequence, 1).catch(() => undefined);
    const other = lastPinChange(trail?.records ?? [], museumId, name);
    if (!other) throw error;
    const { key, values } = trailWords(other);
    const what = `${formats.time(other.at)}, ${other.actor}: ${t(key, values)}`;
    throw new ExplainedError(t('failure.overtaken', { what }));
  }
}
