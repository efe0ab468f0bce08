import type { TestGateway } from '@enfilade/server/gateway/testing/test-gateway';
import { questionsResponseSchema } from '@enfilade/shared-contracts/api/schemas';
import { describe, expect, it } from '@rstest/core';
import { z } from 'zod';
import { bearer, type Exchange, post } from './exchange.ts';
import { openAiErrorSchema } from './openai-error.ts';
import { keys, models, museumId, visit } from './sample-museum.ts';
import type { Services } from './services.ts';
import { holdContract, onBothSides, prepareStage } from './stage.ts';

const completionsPath = '/v1/chat/completions';
const wish = {
  model: models.llm,
  temperature: 0.7,
  max_tokens: 100,
  messages: [
    { role: 'system', content: `Three questions.\nmuseum: ${museumId}\nlanguage: en` },
    { role: 'user', content: 'The wheel was built in 1788.' },
  ],
};
const ask = ({ origin }: Services, body: unknown, headers: Record<string, string> = bearer(keys.llm)) =>
  post(origin + completionsPath, body, headers);

const messageSchema = z.object({ role: z.literal('assistant'), content: z.string(), refusal: z.null() });
const completionSchema = z.object({
  id: z.string().startsWith('chatcmpl-'),
  object: z.literal('chat.completion'),
  created: z.int(),
  model: z.string().startsWith(models.llm),
  choices: z.tuple([z.object({ index: z.literal(0), message: messageSchema, logprobs: z.null(), finish_reason: z.literal('stop') })]),
  usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() }),
});

const contract: Record<string, Exchange> = {
  'completes a chat': { ask: (services) => ask(services, wish), status: 200, answer: completionSchema },
  'refuses a temperature beyond two': {
    ask: (services) => ask(services, { ...wish, temperature: 3 }),
    status: 400,
    answer: openAiErrorSchema,
  },
  'refuses a chat of nothing': { ask: (services) => ask(services, { ...wish, messages: [] }), status: 400, answer: openAiErrorSchema },
  'refuses a role nobody has': {
    ask: (services) => ask(services, { ...wish, messages: [{ role: 'wizard', content: 'x' }] }),
    status: 400,
    answer: openAiErrorSchema,
  },
  'refuses what is no JSON': { ask: (services) => ask(services, '{'), status: 400, answer: openAiErrorSchema },
  'refuses a chat without its key': {
    ask: (services) => ask(services, wish, {}),
    status: 401,
    answer: openAiErrorSchema.refine(({ error }) => error.code === 'invalid_api_key'),
  },
};

const stage = prepareStage();
const askGateway = async (gateway: TestGateway) => {
  const { questions } = z
    .strictObject(questionsResponseSchema.shape)
    .parse((await gateway.post('/api/questions', { visit, lines: ['Guide: The wheel was built in 1788.'], asked: [] })).json());
  return questions;
};

describe('chat completions', () => holdContract(stage, contract));

describe('the gateway in front of them', () => {
  it('the gateway in front of them gets three questions from both', async () => {
    const [hosted, standIn] = await onBothSides(stage, askGateway);
    expect(hosted).toEqual(['Who built the wheel?', 'When was it built?', 'Why does it stand still?']);
    expect(standIn).toHaveLength(3);
  });
});
