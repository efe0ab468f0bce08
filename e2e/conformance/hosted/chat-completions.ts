import { z } from 'zod';
import { keys, models } from '../sample-museum.ts';
import { type HostedRoute, jsonAnswer, parseHostedBody } from './hosted-route.ts';
import { refuseOpenAiBody, requireOpenAiKey } from './openai-door.ts';

/** Chat completions. Source: "Create chat completion" and "The chat completion object" of the OpenAI API reference. */
const questions = 'Who built the wheel?\nWhen was it built?\nWhy does it stand still?';

function completionAnswer() {
  return {
    id: 'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT',
    object: 'chat.completion',
    created: 1_770_110_102,
    model: 'gpt-4o-mini-2024-07-18',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: questions, refusal: null, annotations: [] },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: {
      prompt_tokens: 119,
      completion_tokens: 21,
      total_tokens: 140,
      prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0, accepted_prediction_tokens: 0, rejected_prediction_tokens: 0 },
    },
    service_tier: 'default',
    system_fingerprint: 'fp_06737a9306',
  };
}

const completionSchema = z.strictObject({
  model: z.literal(models.llm),
  messages: z.array(z.strictObject({ role: z.enum(['system', 'developer', 'user', 'assistant']), content: z.string() })).min(1),
  temperature: z.number().min(0).max(2).optional(),
  max_tokens: z.int().min(1).optional(),
});

export const completionRoutes: HostedRoute[] = [
  {
    method: 'POST',
    path: /^\/v1\/chat\/completions$/,
    answer(request) {
      requireOpenAiKey(request, keys.llm);
      parseHostedBody(completionSchema, request, refuseOpenAiBody);
      return jsonAnswer(200, completionAnswer(), { 'x-request-id': 'req_6f1a', 'openai-processing-ms': '412' });
    },
  },
];
