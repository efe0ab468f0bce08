import type { Room } from './room.ts';
import type { CallPlan } from './call-plan.ts';
import type { CallRequest } from './call-request.ts';

/** A web call, from its making on. */
export interface Call {
  id: string;
  /** Whoever has it may control the call, as with Vapi's control addresses. */
  controlKey: string;
  request: CallRequest;
  plan: CallPlan;
  room: Room;
  status: 'queued' | 'in-progress' | 'ended';
  /** Milliseconds since the epoch. */
  createdAt: number;
  startedAt?: number;
  endedAt?: number;
  endedReason?: string;
}
