import { z } from 'zod';
import { type SettingFacts, settingOf, settingsIn } from '../../http/setting.ts';

const variables: Record<string, z.ZodType> = {};

/** A variable whose schema accepts undefined may be absent beside the others of its service. */
function variable<Schema extends z.ZodType>(name: string, schema: Schema, help: string, facts: Partial<SettingFacts> = {}): Schema {
  variables[name] = settingOf('services')(schema, help, facts);
  return schema;
}
/** Must have no credentials, query or fragment. */
const url = (name: string, help: string) =>
  variable(
    name,
    z
      .string()
      .max(2048)
      .refine(isPlainUrl, 'must be an http or https address without credentials, query or fragment')
      .transform((value) => value.replace(/\/+$/, '')),
    help,
  );
const text = (name: string, help: string) => variable(name, z.string().max(4096), help);
const secret = (name: string, help: string) => variable(name, z.string().max(4096), help, { secret: 'text' });

/** Hosted, or stand-ins of our own platform. */
const servicesSchema = z.object({
  middleware: z.object({
    url: url('MIDDLEWARE_URL', 'Middleware with the museums, instead of `CONTENT_DIR`.'),
    email: text('MIDDLEWARE_EMAIL', 'Account of the site at the middleware.'),
    password: secret('MIDDLEWARE_PASSWORD', 'Password of that account.'),
  }),
  knowledgeBase: z.object({ url: url('KB_URL', 'Knowledge base, which is woken when a visit begins.') }),
  vapi: z.object({
    url: url('VAPI_URL', 'Hosted platform for calls and chat.'),
    key: secret('VAPI_PRIVATE_KEY', 'Key of the hosted platform.'),
  }),
  settings: z.object({ url: url('SETTINGS_URL', "Bucket with the assistants' settings files.") }),
  /** In OpenAI's shape, with or without its version (`https://host/v1`). Absent: the platform uses the museum's own texts. */
  llm: z.object({
    url: url('LLM_URL', 'Language model with an OpenAI-compatible API: answers, follow-up questions and captions in other languages.'),
    key: variable('LLM_KEY', z.string().max(4096).default(''), 'Key of the language model; not needed on your own machine.', {
      secret: 'text',
    }),
    model: text('LLM_MODEL', 'Name of the language model.'),
  }),
  /** In ElevenLabs' shape, or in OpenAI's with or without a version. Absent: the platform speaks. */
  tts: z.object({
    url: url('TTS_URL', "Voice with an API compatible with OpenAI or ElevenLabs, instead of the site's own."),
    key: secret('TTS_KEY', 'Key of the voice.'),
    model: text('TTS_MODEL', 'Name of the speech model.'),
    kind: variable(
      'TTS_KIND',
      z.enum(['openai', 'elevenlabs'], 'must be openai or elevenlabs').optional(),
      'Shape of `TTS_URL`: `openai` or `elevenlabs`.',
      { absent: 'asked at the start' },
    ),
  }),
  /** Transcription in OpenAI's shape, with or without a version. Absent: this site transcribes no dictation. */
  stt: z.object({
    url: url('STT_URL', "Transcription with an OpenAI-compatible API, instead of the browser's own."),
    key: secret('STT_KEY', 'Key of the transcription service.'),
    model: text('STT_MODEL', 'Model of the transcription service.'),
  }),
});

/** The keys never leave the gateway. */
export const upstreamsSchema = servicesSchema.partial({ llm: true, tts: true, stt: true });
export type Upstreams = z.infer<typeof upstreamsSchema>;
export type HostedUpstreams = { [name in keyof Upstreams]?: Upstreams[name] | undefined };

const services = Object.entries(servicesSchema.shape).map(([name, schema]) => ({ name: name as keyof Upstreams, schema }));
const nameOf = new Map(Object.entries(variables).map(([name, schema]) => [schema, name]));
export const serviceSettings = settingsIn(variables);
const secretNames = new Set(serviceSettings.flatMap(({ name, secret }) => (secret ? [name] : [])));

type Environment = Readonly<Record<string, string | undefined>>;

/** A service's variables must be set together. Problems repeat no value. */
export function readUpstreams(environment: Environment): { upstreams: HostedUpstreams; problems: string[] } {
  const read = services.flatMap(({ name, schema }) => {
    const names = Object.fromEntries(Object.entries(schema.shape).map(([field, one]) => [field, nameOf.get(one) ?? '']));
    const present = Object.values(names).filter((variable) => environment[variable] !== undefined);
    if (present.length === 0) return [];
    const values = Object.fromEntries(Object.entries(names).map(([field, variable]) => [field, environment[variable]]));
    const { data, error } = (schema as z.ZodType).safeParse(values);
    const problems = error?.issues.map(({ path: [field = ''], message }) => {
      const variable = names[String(field)] ?? '';
      return present.includes(variable) ? `${variable} ${message}` : `${variable} is missing beside ${present.join(' and ')}`;
    });
    return [{ problems: problems ?? [], named: [name, data] as const }];
  });
  const problems = read.flatMap((service) => service.problems);
  const named = Object.fromEntries(read.map((service) => service.named)) as HostedUpstreams;
  return { upstreams: problems.length > 0 ? {} : named, problems };
}

export function secretsIn(upstreams: HostedUpstreams): string[] {
  return services.flatMap(({ name, schema }) => {
    const fields = Object.entries<z.ZodType>(schema.shape).filter(([, one]) => secretNames.has(nameOf.get(one) ?? ''));
    const values: Record<string, string | undefined> = upstreams[name] ?? {};
    return fields.flatMap(([field]) => values[field] ?? []);
  });
}

/** @param secret the platform's credential, in place of the variables' credentials */
export const standInsOf = (url: string, secret: string): Upstreams => ({
  middleware: { url, email: 'gateway@platform.invalid', password: secret },
  knowledgeBase: { url },
  vapi: { url, key: secret },
  settings: { url: `${url}/settings` },
});

export function isPlainUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, search, hash } = new URL(value);
  return (protocol === 'http:' || protocol === 'https:') && !username && !password && !search && !hash;
}
