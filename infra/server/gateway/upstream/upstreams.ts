import { z } from 'zod';
import { settingOf, settingsIn } from '../../http/setting.ts';

const ofService = settingOf('services');
/** Must have no credentials, query or fragment. */
const url = (help: string) =>
  ofService(
    z
      .string()
      .max(2048)
      .refine(isPlainUrl, 'must be an http or https address without credentials, query or fragment')
      .transform((value) => value.replace(/\/+$/, '')),
    help,
  );
const text = (help: string) => ofService(z.string().max(4096), help);
const secret = (help: string) => ofService(z.string().max(4096), help, { secret: 'text' });

/** A variable whose schema accepts undefined may be absent beside the others of its service. */
const variables = {
  MIDDLEWARE_URL: url('Middleware with the museums, instead of `CONTENT_DIR`.'),
  MIDDLEWARE_EMAIL: text('Account of the site at the middleware.'),
  MIDDLEWARE_PASSWORD: secret('Password of that account.'),
  KB_URL: url('Knowledge base, which is woken when a visit begins.'),
  VAPI_URL: url('Hosted platform for calls and chat.'),
  VAPI_PRIVATE_KEY: secret('Key of the hosted platform.'),
  SETTINGS_URL: url("Bucket with the assistants' settings files."),
  LLM_URL: url('Language model in the shape of OpenAI: answers, follow-up questions and captions in other languages.'),
  LLM_KEY: ofService(z.string().max(4096).default(''), 'Key of the language model; not needed on your own machine.', { secret: 'text' }),
  LLM_MODEL: text('Name of the language model.'),
  TTS_URL: url("Voice in the shape of OpenAI or ElevenLabs, instead of the site's own."),
  TTS_KEY: secret('Key of the voice.'),
  TTS_MODEL: text('Model of the voice.'),
  TTS_KIND: ofService(
    z.enum(['openai', 'elevenlabs'], 'must be openai or elevenlabs').optional(),
    'Shape of `TTS_URL`: `openai` or `elevenlabs`.',
    { absent: 'asked at the start' },
  ),
  STT_URL: url("Transcription in the shape of OpenAI, instead of the browser's own."),
  STT_KEY: secret('Key of the transcription service.'),
  STT_MODEL: text('Model of the transcription service.'),
};

/** Hosted, or stand-ins of our own platform. */
const requiredServices = {
  middleware: z.object({
    url: variables.MIDDLEWARE_URL,
    email: variables.MIDDLEWARE_EMAIL,
    password: variables.MIDDLEWARE_PASSWORD,
  }),
  knowledgeBase: z.object({ url: variables.KB_URL }),
  vapi: z.object({ url: variables.VAPI_URL, key: variables.VAPI_PRIVATE_KEY }),
  /** The bucket with the assistants' settings files. */
  settings: z.object({ url: variables.SETTINGS_URL }),
} as const;

const optionalServices = {
  /** In OpenAI's shape, with or without its version (`https://host/v1`). Absent: the platform uses the museum's own texts. */
  llm: z.object({ url: variables.LLM_URL, key: variables.LLM_KEY, model: variables.LLM_MODEL }),
  /** In ElevenLabs' shape, or in OpenAI's with or without a version. Absent: the platform speaks. */
  tts: z.object({ url: variables.TTS_URL, key: variables.TTS_KEY, model: variables.TTS_MODEL, kind: variables.TTS_KIND }),
  /** Transcription in OpenAI's shape, with or without a version. Absent: this site transcribes no dictation. */
  stt: z.object({ url: variables.STT_URL, key: variables.STT_KEY, model: variables.STT_MODEL }),
} as const;

/** The keys never leave the gateway. */
export const upstreamsSchema = z.object({
  ...requiredServices,
  llm: optionalServices.llm.optional(),
  tts: optionalServices.tts.optional(),
  stt: optionalServices.stt.optional(),
});
export type Upstreams = z.infer<typeof upstreamsSchema>;

const hostedSchema = upstreamsSchema.partial();
export type HostedUpstreams = z.infer<typeof hostedSchema>;

const nameOf = new Map<unknown, string>(Object.entries(variables).map(([name, schema]) => [schema, name]));
const fieldsOf = (service: z.ZodObject) =>
  Object.entries(service.shape).map(([field, schema]) => ({ field, schema: schema as z.ZodType, variable: nameOf.get(schema) ?? '' }));
const hostedServices = Object.entries({ ...requiredServices, ...optionalServices });

export const serviceSettings = settingsIn(variables);
const secretNames = new Set(serviceSettings.flatMap(({ name, secret }) => (secret ? [name] : [])));

type Environment = Readonly<Record<string, string | undefined>>;

/** A service's variables must be set together. Problems repeat no value. */
export function readUpstreams(environment: Environment): { upstreams: HostedUpstreams; problems: string[] } {
  const read = hostedServices.flatMap(([name, service]) => {
    const all = fieldsOf(service);
    const present = all.filter(({ variable }) => environment[variable] !== undefined);
    if (present.length === 0) return [];
    const missing = all.filter((one) => !present.includes(one) && !one.schema.safeParse(undefined).success);
    const beside = present.map(({ variable }) => variable).join(' and ');
    const problems = [
      ...present.flatMap(({ variable, schema }) =>
        (schema.safeParse(environment[variable]).error?.issues ?? []).map(({ message }) => `${variable} ${message}`),
      ),
      ...missing.map(({ variable }) => `${variable} is missing beside ${beside}`),
    ];
    return [{ problems, named: [name, Object.fromEntries(present.map(({ field, variable }) => [field, environment[variable]]))] as const }];
  });
  const problems = read.flatMap((service) => service.problems);
  const named = Object.fromEntries(read.map((service) => service.named));
  return { upstreams: problems.length > 0 ? {} : hostedSchema.parse(named), problems };
}

export function secretsIn(upstreams: HostedUpstreams): string[] {
  return hostedServices.flatMap(([name, service]) => {
    const values = upstreams[name as keyof HostedUpstreams] as Record<string, string | undefined> | undefined;
    return fieldsOf(service).flatMap(({ field, variable }) => (secretNames.has(variable) ? (values?.[field] ?? []) : []));
  });
}

/** @param secretOf returns the platform's credential in place of a variable's */
export const standInsOf = (url: string, secretOf: (variable: string) => string): Upstreams => ({
  middleware: { url, email: 'gateway@platform.invalid', password: secretOf('MIDDLEWARE_PASSWORD') },
  knowledgeBase: { url },
  vapi: { url, key: secretOf('VAPI_PRIVATE_KEY') },
  settings: { url: `${url}/settings` },
});

export function isPlainUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, search, hash } = new URL(value);
  return (protocol === 'http:' || protocol === 'https:') && !username && !password && !search && !hash;
}
