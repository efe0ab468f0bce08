import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import {
  type GroupLine,
  type GroupLinesRequest,
  groupLimits,
  groupLinesResponseSchema,
  groupResponseSchema,
} from '@enfilade/shared-contracts/api/group';
import { type RequestEnvironment, requestJson, requestVoid } from '@enfilade/shared-contracts/api/request';
import type { ConversationState, Turn } from '@enfilade/shared-contracts/conversation/conversation';
import { pickVisit } from '@enfilade/shared-contracts/conversation/pick-visit';
import { linesOf } from '@enfilade/shared-contracts/conversation/transcript/transcript';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { SafeStorage } from '@enfilade/shared-contracts/kit/storage';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { splitSpeech } from '@enfilade/shared-contracts/ui/speech/reading/split-speech';
import { groupCodePattern } from '@enfilade/shared-contracts/visit/group-code';
import { groupKey } from '@enfilade/shared-contracts/visit/stored-names';
import type { Visit } from '@enfilade/shared-contracts/visit/visit';
import { z } from 'zod/mini';
import type { HostServices } from '../screens/host-services.ts';

export const createGroupApi = (environment: RequestEnvironment) => ({
  start: (visit: Visit) => requestJson({ path: '/api/groups', body: { visit } }, groupResponseSchema, environment),
  /** @returns the number of followers */
  async publish(code: string, body: GroupLinesRequest): Promise<number> {
    const request = { path: `/api/groups/${code}/lines`, method: 'PUT', body } as const;
    return (await requestJson(request, groupLinesResponseSchema, environment)).followers;
  },
  // Ending the group may be the last request of a page.
  end: (code: string) => requestVoid({ path: `/api/groups/${code}`, method: 'DELETE', keepalive: true }, environment),
});

/** none: no group · starting · failed: the group could not be started · leading · ended: by its time, or lost at the site. */
export type LeadingState =
  | { kind: 'none' | 'starting' | 'failed' | 'ended' }
  | ({ kind: 'leading' } & Led & { followers: number; isUnreachable: boolean });

/** Survives a reload. */
const ledSchema = z.object({
  code: z.string().check(z.regex(groupCodePattern)),
  endsAt: z.int(),
  proof: z.string(),
  since: z.int(),
  questionsSince: z.optional(z.int()),
  isPaused: z.boolean(),
});
type Led = z.infer<typeof ledSchema>;

interface LeadOptions extends Pick<HostServices, 'session' | 'conversation'> {
  api: ReturnType<typeof createGroupApi>;
  clock: Clock;
  storage: SafeStorage;
}

/** Lines within `gatherMs` share a request. A silent leader sends a heartbeat every `beatMs`. A failure is retried after `retryMs`. */
const [gatherMs, beatMs, retryMs] = [500, 10_000, 2_000];

/** Stores each change of a led group. */
function createLedStore({ storage, clock }: Pick<LeadOptions, 'storage' | 'clock'>) {
  const restored = ledSchema.safeParse(storage.readJson(groupKey, 1000)).data;
  const isLive = restored && restored.endsAt > clock.now();
  const store = createStore<LeadingState>(isLive ? { kind: 'leading', ...restored, followers: 0, isUnreachable: false } : { kind: 'none' });
  store.subscribe((state) => {
    if (state.kind !== 'leading') return storage.writeText(groupKey, '');
    const { kind: _, followers: _followers, isUnreachable: _isUnreachable, ...kept } = state;
    storage.writeJson(groupKey, kept);
  });
  const led = () => {
    const state = store.getState();
    return state.kind === 'leading' ? state : undefined;
  };
  const update = (change: Partial<Extract<LeadingState, { kind: 'leading' }>>) => {
    const state = led();
    if (state) store.set({ ...state, ...change });
  };
  return { ...store, led, update };
}

export type Leading = ReturnType<typeof createLeading>;

/** Sends the guide's words, whichever transport they use. */
export function createLeading(options: LeadOptions) {
  const { api, session, conversation, clock } = options;
  const { set, led, update, ...store } = createLedStore(options);
  let cancel = () => {};
  let isRunning = false;
  let isSending = false;
  let isGathering = false;

  const leave = (kind: 'none' | 'ended') => {
    cancel();
    set({ kind });
  };
  const nextMs = () => (led()?.isUnreachable ? retryMs : beatMs);
  const sendIn = (ms: number) => {
    cancel();
    if (led() && isRunning) cancel = clock.after(ms, () => void send());
  };

  /** Undefined if no exhibition is chosen. */
  const describe = ({ endsAt, proof, isPaused, ...sharing }: Led): GroupLinesRequest | undefined => {
    const { exhibitionId, language } = session.store.getState();
    if (exhibitionId === undefined) return undefined;
    const { turns, room } = conversation.store.getState();
    const lines = isPaused ? [] : pickGroupLines({ turns, exhibitionId, language }, sharing);
    return { endsAt, proof, exhibitionId, isPaused, lines, ...(room && { room: { ...room, name: room.name.slice(0, 200) } }) };
  };

  async function publish(state: Led, request: GroupLinesRequest): Promise<void> {
    try {
      update({ followers: await api.publish(state.code, request), isUnreachable: false });
    } catch (error) {
      const { status = 0 } = error instanceof ApiError ? error : {};
      const isOver = [401, 403, 404].includes(status);
      if (!isOver) update({ isUnreachable: status !== 429 });
      else if (led()?.code === state.code) leave('ended');
    }
  }

  async function send(): Promise<void> {
    const state = led();
    if (!state) return;
    // Deleting the visit also deletes the group at the site.
    if (session.store.getState().museumId === undefined) return leave('none');
    if (isSending) return sendIn(gatherMs);
    isSending = true;
    isGathering = false;
    const request = describe(state);
    if (request) await publish(state, request);
    isSending = false;
    if (!isGathering) sendIn(nextMs());
  }

  /** The current turn stays private. -1 before the first turn. */
  const lastTurn = () => {
    const { turn, turns } = conversation.store.getState();
    return turns.length > 0 ? turn : -1;
  };
  const gather = () => {
    if (isGathering) return;
    isGathering = true;
    sendIn(gatherMs);
  };
  const follow = () => [
    conversation.store.subscribe((state, before) => {
      if (state.turns !== before.turns || state.room !== before.room) gather();
    }),
    session.store.subscribe((state, before) => {
      // In another exhibition, the leader shares the conversation from its first turn.
      if (state.exhibitionId !== before.exhibitionId)
        update({ since: -1, questionsSince: led()?.questionsSince === undefined ? undefined : -1 });
      if (state.museumId !== before.museumId) gather();
    }),
  ];

  return {
    ...store,
    async start(): Promise<void> {
      set({ kind: 'starting' });
      const started = await api.start(pickVisit(session)).catch(() => undefined);
      if (!started) return set({ kind: 'failed' });
      set({ kind: 'leading', ...started, since: lastTurn(), isPaused: false, followers: 0, isUnreachable: false });
      await send();
    },
    pause(isPaused: boolean): void {
      update({ isPaused, ...(!isPaused && { since: lastTurn() }) });
      void send();
    },
    /** Takes effect from the next question on. */
    shareQuestions: (isShared: boolean): void => update({ questionsSince: isShared ? lastTurn() : undefined }),
    /** If the request fails, the site ends the group at its time limit. */
    async end(): Promise<void> {
      const state = led();
      leave('none');
      if (state) await api.end(state.code).catch(() => undefined);
    },
    /** @returns a function that stops sending; the group stays, and may run again */
    run() {
      isRunning = true;
      const unsubscribe = follow();
      sendIn(0);
      return () => {
        isRunning = false;
        cancel();
        for (const end of unsubscribe) end();
      };
    },
  };
}

/** Turns are private up to these numbers. Every later turn has a higher number. */
export interface Sharing {
  since: number;
  /** Absent if the leader has not agreed to share questions. */
  questionsSince?: number | undefined;
}

interface Said extends Pick<ConversationState, 'turns'> {
  exhibitionId: EntityId;
  /** Applies to turns without their own language. */
  language: Language;
}

/** In order; older lines than the limit are dropped. */
export function pickGroupLines({ turns, ...said }: Said, { since, questionsSince = Number.POSITIVE_INFINITY }: Sharing): GroupLine[] {
  return turns
    .filter(({ id }) => id > since)
    .flatMap((turn) => groupLinesOf(turn, said).filter(({ speaker }) => speaker === 'guide' || turn.id > questionsSince))
    .slice(-groupLimits.lines);
}

function groupLinesOf(said: Turn, { exhibitionId, language }: Omit<Said, 'turns'>): GroupLine[] {
  // Another exhibition numbers its turns from the start.
  const conversation = exhibitionId.slice(-6);
  return linesOf(said).flatMap(({ key, turn, speaker, text, language: own = language }, at, lines) => {
    const isOpen = speaker === 'guide' && said.state === 'arriving' && at === lines.length - 1;
    const pieces = text.length > groupLimits.text ? splitSpeech(text, groupLimits.text) : [text.trim()].filter(Boolean);
    return pieces.map((piece, index) => ({
      key: [conversation, key, ...(index > 0 ? [index] : [])].join('/'),
      turn: `${conversation}:${turn}`,
      speaker,
      text: piece,
      language: own,
      ...(isOpen && { isOpen }),
      ...(speaker === 'guide' && said.generated && { generated: said.generated }),
    }));
  });
}
