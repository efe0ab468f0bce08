import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { z } from 'zod';
import type { MuseumContent } from '../content/content.ts';

const messageSchema = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: z.string().max(100_000),
});

/** `POST /v1/chat/completions`, as far as it is read. */
export const completionRequestSchema = z.looseObject({
  model: z.string().min(1).max(128),
  messages: z.array(messageSchema).min(1).max(100),
  temperature: z.number().min(0).max(2).optional(),
  max_tokens: z.number().int().positive().max(100_000).optional(),
  stream: z.literal(false, { error: 'streaming is not offered' }).optional(),
});
export type CompletionRequest = z.infer<typeof completionRequestSchema>;

/** What a request wants questions for. Whatever the instructions leave out has a default. */
export interface QuestionContext {
  museum: MuseumContent | undefined;
  language: Language;
  asked: string[];
  talk: string;
}

const askedSchema = z.array(z.string()).catch([]);

/** Reads the instructions' lines `language: de`, `museum: <id>`, `asked: ["…"]`; the rest is for a real model. */
export function parseQuestionContext({ messages }: CompletionRequest, museums: readonly MuseumContent[]): QuestionContext {
  const textOf = (...roles: string[]) => messages.flatMap(({ role, content }) => (roles.includes(role) ? [content] : [])).join('\n');
  const instructions = textOf('system', 'developer');
  const lineOf = (name: string) => new RegExp(`^\\s*${name}:\\s*(.+?)\\s*$`, 'im').exec(instructions)?.[1];
  return {
    museum: museums.find(({ museum }) => museum._id === lineOf('museum')),
    language: languages.find((language) => language === lineOf('language')) ?? 'en',
    asked: parseAsked(lineOf('asked')),
    talk: textOf('user'),
  };
}

function parseAsked(text = '[]'): string[] {
  try {
    return askedSchema.parse(JSON.parse(text));
  } catch {
    return [];
  }
}
