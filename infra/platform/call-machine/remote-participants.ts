import type { CallState } from './daily/call-state.ts';
import type { Tell, TrackWish } from './daily/messages.ts';
import { type Offer, type Participant, remoteParticipant, type Who } from './daily/participant.ts';

/** Which of somebody's tracks are wanted. What a wish does not name stays as it is; staged is not wanted yet. */
export function readTrackWish(wish: TrackWish, before: { audio: boolean; video: boolean }): { audio: boolean; video: boolean } {
  if (typeof wish !== 'object') return { audio: wish === true, video: wish === true };
  const pick = (kind: 'audio' | 'video') => (wish[kind] === undefined ? before[kind] : wish[kind] === true);
  return { audio: pick('audio'), video: pick('video') };
}

interface Other extends Who {
  wanted: { audio: boolean; video: boolean };
}

const kinds = ['audio', 'video'] as const;

/** Everybody in the room but the visitor: in a voice call the guide. They share the room's one sound and one picture. */
export class Others {
  private readonly members = new Map<string, Other>();
  private readonly state: CallState;
  private readonly tell: Tell;
  private readonly tracks: { audio: MediaStreamTrack; video: MediaStreamTrack | undefined };

  constructor(state: CallState, tracks: { audio: MediaStreamTrack; video: MediaStreamTrack | undefined }, tell: Tell) {
    this.state = state;
    this.tracks = tracks;
    this.tell = tell;
  }

  join(sessionId: string, userName: string): void {
    if (this.members.has(sessionId)) return;
    const other = { sessionId, userName, joinedAt: new Date(), wanted: { audio: false, video: false } };
    this.members.set(sessionId, other);
    this.state.participants[sessionId] = { public: {}, private: {} };
    this.tell({ action: 'participant-joined', participant: this.shapeOf(other) });
    this.tellCounts();
  }

  leave(sessionId: string): void {
    const other = this.members.get(sessionId);
    if (!other) return;
    this.members.delete(sessionId);
    delete this.state.participants[sessionId];
    delete this.state.local.public.subscribedTracks[sessionId];
    for (const kind of kinds) delete this.state.streams[`${sessionId}-${kind}`];
    other.wanted = { audio: false, video: false };
    this.tell({ action: 'participant-left', participant: this.shapeOf(other), reason: 'leftCall' });
    this.tellCounts();
  }

  leaveAll(): void {
    for (const sessionId of [...this.members.keys()]) this.leave(sessionId);
  }

  /** daily-js then finds the track in the state and starts or stops it. */
  subscribe(sessionId: string, wish: TrackWish): void {
    const other = this.members.get(sessionId);
    if (!other) return;
    other.wanted = readTrackWish(wish, other.wanted);
    const { audio, video } = other.wanted;
    this.state.local.public.subscribedTracks[sessionId] = { 'cam-audio': audio, 'cam-video': video };
    for (const kind of kinds) this.share(other, kind);
    this.tell({ action: 'participant-updated', participant: this.shapeOf(other) });
  }

  /** 0 to 1, for everybody who is listened to. */
  levels(level: number): Record<string, number> {
    return Object.fromEntries([...this.members.values()].map(({ sessionId, wanted }) => [sessionId, wanted.audio ? level : 0]));
  }

  private share({ sessionId, wanted }: Other, kind: 'audio' | 'video'): void {
    const [key, pendingTrack] = [`${sessionId}-${kind}`, this.tracks[kind]];
    if (!wanted[kind] || !pendingTrack) delete this.state.streams[key];
    else this.state.streams[key] ??= { participantId: sessionId, type: 'cam', pendingTrack, starttime: new Date().toISOString() };
  }

  private shapeOf(other: Other): Participant {
    return remoteParticipant(other, this.offer(other, 'audio'), this.offer(other, 'video'));
  }

  private offer({ wanted }: Other, kind: 'audio' | 'video'): Offer {
    if (!this.tracks[kind]) return 'none';
    return wanted[kind] ? 'subscribed' : 'offered';
  }

  private tellCounts(): void {
    this.tell({ action: 'participant-counts-updated', participantCounts: { present: 1 + this.members.size, hidden: 0 } });
  }
}
