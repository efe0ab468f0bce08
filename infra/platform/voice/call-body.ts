import { orgId } from '../vapi/organisation.ts';
import type { Call } from './call.ts';

/** A Call as Vapi writes it. @param origin scheme and host under which the platform was asked */
export function callBody(call: Call, origin: string) {
  const { id, request, plan, status, controlKey, createdAt, startedAt, endedAt, endedReason } = call;
  const webCallUrl = `${origin}/voice/room/${id}`;
  return {
    id,
    orgId,
    type: 'webCall',
    status,
    createdAt: at(createdAt),
    updatedAt: at(endedAt ?? startedAt ?? createdAt),
    ...(startedAt !== undefined && { startedAt: at(startedAt) }),
    ...(endedAt !== undefined && { endedAt: at(endedAt), endedReason }),
    ...(request.assistantId !== undefined && { assistantId: request.assistantId }),
    assistant: plan.assistant,
    webCallUrl,
    transport: { provider: 'daily', callUrl: webCallUrl },
    artifactPlan: { videoRecordingEnabled: plan.carriesVideo },
    // No listenUrl: nobody can listen in.
    monitor: { controlUrl: `${origin}/call/${id}/control?key=${controlKey}` },
  };
}

function at(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
