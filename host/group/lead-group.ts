import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import type { GroupLinesRequest, GroupResponse } from '@enfilade/shared-contracts/api/group';
import { pickVisit } from '@enfilade/shared-contracts/conversation/pick-visit';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { SafeStorage } from '@enfilade/shared-contracts/kit/storage';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import { groupCodePattern } from '@enfilade/shared-contracts/visit/group-code';
import { groupKey } from '@enfilade/shared-contracts/visit/stored-names';
import { z } from 'zod/mini';
import type { HostServices } from '../screens/host-services.ts';
import type { GroupApi } from './group-api.ts';
import { pickGroupLines } from './group-lines.ts';

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
  api: Pick<GroupApi, 'start' | 'publish' | 'end'>;
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
      if (store.getState().kind === 'leading' || store.getState().kind === 'starting') return;
      set({ kind: 'starting' });
      const started: GroupResponse | undefined = await api.start(pickVisit(session)).catch(() => undefined);
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
