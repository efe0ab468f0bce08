import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { versionedBase } from '@enfilade/shared-contracts/kit/versioned-base';
import { z } from 'zod';
import { HttpError } from '../../http/http-error.ts';
import { parseResponse, readJson } from '../upstream/response.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Upstreams } from '../upstream/upstreams.ts';

export interface LanguageModelService {
  upstream: Upstream;
  llm: Upstreams['llm'];
  /** What is asked of it here is small: so long it may take. */
  questionsMs: number;
}

interface CompletionRequest {
  instruction: string;
  text: string;
  temperature: number;
  mostTokens: number;
  /** Ends the call: nobody waits for it any more. */
  signal?: AbortSignal | undefined;
  requestId?: string | undefined;
  /** Called with what the model's server counted, where it does. */
  onUsage?: ((usage: Usage) => void) | undefined;
}

const usageSchema = z.object({ prompt_tokens: z.int().nonnegative(), completion_tokens: z.int().nonnegative() });
export type Usage = z.infer<typeof usageSchema>;

const completionSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
  usage: usageSchema.optional().catch(undefined),
});

/** As instructions call them. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'German', fr: 'French' };

/**
 * What a chat model writes.
 * @throws HttpError `upstream-failed`, `upstream-timeout`, `stale` when `signal` ended it
 */
export async function askCompletion({ upstream, llm, questionsMs }: LanguageModelService, request: CompletionRequest): Promise<string> {
  const { instruction, text, temperature, mostTokens, signal, requestId, onUsage } = request;
  const messages = [
    { role: 'system', content: instruction },
    { role: 'user', content: text },
  ];
  const { status, json } = await upstream.ask(
    {
      method: 'POST',
      url: `${versionedBase(llm.url)}/chat/completions`,
      bearer: llm.key,
      body: { model: llm.model, temperature, max_tokens: mostTokens, messages },
      requestId,
      isRepeatable: true,
    },
    { limitMs: questionsMs, signal, read: readJson },
  );
  if (status < 200 || status >= 300) throw new HttpError('upstream-failed', { reason: `the language model answered ${status}` });
  const completion = parseResponse(completionSchema, json, 'the language model');
  if (completion.usage) onUsage?.(completion.usage);
  return completion.choices[0]?.message.content ?? '';
}
