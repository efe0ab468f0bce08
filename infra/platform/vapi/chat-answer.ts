import type { GuideReply } from '../guide/guide-state.ts';
import type { ChatTurn } from './chats.ts';
import { orgId } from './organisation.ts';

interface OutputMessage {
  role: 'tool' | 'assistant';
  content: string;
  name?: string;
  tool_call_id?: string;
}

/** Sources and room as a tool's result; nothing where there are none. */
function contextMessages({ sources, room }: GuideReply): OutputMessage[] {
  if (sources.length === 0 && !room) return [];
  const content = JSON.stringify({ sources, ...(room && { room }) });
  return [{ role: 'tool', tool_call_id: 'call_guide_context', name: 'guide_context', content }];
}

/** The body of an answer that is not streamed. @param now milliseconds since the epoch */
export function chatBody({ id, assistantId, previousChatId, text, answer }: ChatTurn, now: number) {
  const at = new Date(now).toISOString();
  return {
    id,
    orgId,
    ...(assistantId !== undefined && { assistantId }),
    ...(previousChatId !== undefined && { previousChatId }),
    messages: [{ role: 'user', content: text }],
    output: [...contextMessages(answer), { role: 'assistant', content: answer.text }],
    createdAt: at,
    updatedAt: at,
  };
}

/** The events of a streamed answer in order, each to stand behind `data: `; words keep the space that follows them. */
export function chatEvents({ id, answer }: ChatTurn): { head: string[]; words: string[]; end: string } {
  const context = contextMessages(answer);
  const words = answer.text.match(/\S+\s*/g) ?? [];
  return {
    head: context.length > 0 ? [JSON.stringify({ id, output: context })] : [],
    words: words.map((delta) => JSON.stringify({ id, path: 'chat.output[0].content', delta })),
    end: '[DONE]',
  };
}
