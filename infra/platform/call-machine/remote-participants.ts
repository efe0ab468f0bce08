import type { CallState } from './daily/call-state.ts';
import type { Emit, TrackRequest } from './daily/messages.ts';
import { type Participant, type ParticipantIdentity, remoteParticipant, type TrackOffer } from './daily/participant.ts';

/** Which of somebody's tracks are wanted. What a request does not name stays as it is; staged is not wanted yet. */
export function requestedTracks(request: TrackRequest, before: { audio: boolean; video: boolean }): { audio: boolean; video: boolean } {
  if (typeof request !== 'object') return { audio: request === true, video: request === true };
  const pick = (kind: 'audio' | 'video') => (request[kind] === undefined ? before[kind] : request[kind] === true);
  return { audio: pick('audio'), video: pick('video') };
}

interface Member extends ParticipantIdentity {
  wanted: { audio: boolean; video: boolean };
}

const kinds = ['audio', 'video'] as const;

/** Everybody in the room but the visitor: in a voice call the guide. They share the room's one sound and one picture. */
export class RemoteParticipants {
  private readonly members = new Map<string, Member>();
  private readonly state: CallState;
  private readonly emit: Emit;
  private readonly tracks: { audio: MediaStreamTrack; video: MediaStreamTrack | undefined };

  constructor(state: CallState, tracks: { audio: MediaStreamTrack; video: MediaStreamTrack | undefined }, emit: Emit) {
    this.state = state;
    this.tracks = tracks;
    this.emit = emit;
  }

  join(sessionId: string, userName: string): void {
    if (this.members.has(sessionId)) return;
    const member = { sessionId, userName, joinedAt: new Date(), wanted: { audio: false, video: false } };
    this.members.set(sessionId, member);
    this.state.participants[sessionId] = { public: {}, private: {} };
    this.emit({ action: 'participant-joined', participant: this.participantOf(member) });
    this.emitCounts();
  }

  leave(sessionId: string): void {
    const member = this.members.get(sessionId);
    if (!member) return;
    this.members.delete(sessionId);
    delete this.state.participants[sessionId];
    delete this.state.local.public.subscribedTracks[sessionId];
    for (const kind of kinds) delete this.state.streams[`${sessionId}-${kind}`];
    member.wanted = { audio: false, video: false };
    this.emit({ action: 'participant-left', participant: this.participantOf(member), reason: 'leftCall' });
    this.emitCounts();
  }

  leaveAll(): void {
    for (const sessionId of [...this.members.keys()]) this.leave(sessionId);
  }

  /** daily-js then finds the track in the state and starts or stops it. */
  subscribe(sessionId: string, request: TrackRequest): void {
    const member = this.members.get(sessionId);
    if (!member) return;
    member.wanted = requestedTracks(request, member.wanted);
    const { audio, video } = member.wanted;
    this.state.local.public.subscribedTracks[sessionId] = { 'cam-audio': audio, 'cam-video': video };
    for (const kind of kinds) this.share(member, kind);
    this.emit({ action: 'participant-updated', participant: this.participantOf(member) });
  }

  /** 0 to 1, for everybody who is listened to. */
  levels(level: number): Record<string, number> {
    return Object.fromEntries([...this.members.values()].map(({ sessionId, wanted }) => [sessionId, wanted.audio ? level : 0]));
  }

  private share({ sessionId, wanted }: Member, kind: 'audio' | 'video'): void {
    const [key, pendingTrack] = [`${sessionId}-${kind}`, this.tracks[kind]];
    if (!wanted[kind] || !pendingTrack) delete this.state.streams[key];
    else this.state.streams[key] ??= { participantId: sessionId, type: 'cam', pendingTrack, starttime: new Date().toISOString() };
  }

  private participantOf(member: Member): Participant {
    return remoteParticipant(member, this.offerOf(member, 'audio'), this.offerOf(member, 'video'));
  }

  private offerOf({ wanted }: Member, kind: 'audio' | 'video'): TrackOffer {
    if (!this.tracks[kind]) return 'none';
    return wanted[kind] ? 'subscribed' : 'offered';
  }

  private emitCounts(): void {
    this.emit({ action: 'participant-counts-updated', participantCounts: { present: 1 + this.members.size, hidden: 0 } });
  }
}
