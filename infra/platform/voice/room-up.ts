import { z } from 'zod';
import type { RoomUp } from './room-protocol.ts';

const ms = z.number().nonnegative().max(1e9);

const roomUpSchema: z.ZodType<RoomUp> = z.discriminatedUnion('t', [
  z.object({ t: z.literal('join'), sessionId: z.string().max(64).exactOptional(), receivedMs: ms.exactOptional() }),
  z.object({ t: z.literal('ready') }),
  z.object({ t: z.literal('app'), data: z.string().max(16_384) }),
  z.object({ t: z.literal('microphone'), isOn: z.boolean() }),
  z.object({ t: z.literal('played'), ms, queuedMs: ms }),
  z.object({ t: z.literal('recording'), isOn: z.boolean() }),
  z.object({ t: z.literal('leave') }),
]);

/** What the call machine says; undefined for anything else. */
export function parseRoomUp(text: string): RoomUp | undefined {
  try {
    return roomUpSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
