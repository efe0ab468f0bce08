import { z } from 'zod';
import { type SettingFacts, setting, settingsIn } from '../../http/setting.ts';

interface VariableFacts {
  /** Of the environment. */
  variable: string;
  /** May be left out beside the others: a service on one's own machine wants no key. */
  isOptional?: boolean;
}

const variables = z.registry<VariableFacts>();

/** An address: http or https, without credentials, query or fragment; a slash at its end is taken off. */
const url = (variable: string, help: string) =>
  describe(
    z
      .string()
      .max(2048)
      .refine(isPlainUrl, 'must be an http or https address without credentials, query or fragment')
      .transform((value) => value.replace(/\/+$/, '')),
    { group: 'services', help },
    { variable },
  );
const secret = (variable: string, help: string) =>
  describe(z.string().max(4096), { group: 'services', help, secret: 'text' }, { variable });
const optionalSecret = (variable: string, help: string) =>
  describe(z.string().max(4096).default(''), { group: 'services', help, secret: 'text' }, { variable, isOptional: true });
const text = (variable: string, help: string) => describe(z.string().max(4096), { group: 'services', help }, { variable });

function describe<Schema extends z.ZodType>(schema: Schema, facts: SettingFacts, ofVariable: VariableFacts): Schema {
  variables.add(schema, ofVariable);
  return setting(schema, facts);
}

const speechKind = describe(
  z.enum(['openai', 'elevenlabs'], 'must be openai or elevenlabs').optional(),
  { group: 'services', absent: 'asked at the start', help: 'Shape of `TTS_URL`: `openai` or `elevenlabs`.' },
  { variable: 'TTS_KIND', isOptional: true },
);

/** The services that are always there, hosted or as stand-ins: what each is reached with. */
const requiredServices = {
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
  /** The bucket with the assistants' settings files. */
  settings: z.object({ url: url('SETTINGS_URL', "Bucket with the assistants' settings files.") }),
} as const;

const optionalServices = {
  /** In OpenAI's shape, with its version, `https://host/v1`, or without. Absent: the platform has the museum's own words. */
  llm: z.object({
    url: url('LLM_URL', 'Language model in the shape of OpenAI: answers, follow-up questions and captions in other languages.'),
    key: optionalSecret('LLM_KEY', 'Key of the language model; not needed on your own machine.'),
    model: text('LLM_MODEL', 'Name of the language model.'),
  }),
  /** In ElevenLabs' shape, without a version; in OpenAI's, with one or without, the local platform asks it. Absent: the platform speaks. */
  tts: z.object({
    url: url('TTS_URL', "Voice in the shape of OpenAI or ElevenLabs, instead of the site's own."),
    key: secret('TTS_KEY', 'Key of the voice.'),
    model: text('TTS_MODEL', 'Model of the voice.'),
    kind: speechKind,
  }),
  /** Transcription in OpenAI's shape, with a version or without. Absent: this site writes down nothing that is dictated. */
  stt: z.object({
    url: url('STT_URL', "Transcription in the shape of OpenAI, instead of the browser's own."),
    key: secret('STT_KEY', 'Key of the transcription service.'),
    model: text('STT_MODEL', 'Model of the transcription service.'),
  }),
} as const;

/** Addresses and keys of the services behind this site. The keys never leave the gateway. A new field stands here, and where it is used. */
export const upstreamsSchema = z.object({
  ...requiredServices,
  llm: optionalServices.llm.optional(),
  tts: optionalServices.tts.optional(),
  stt: optionalServices.stt.optional(),
});
export type Upstreams = z.infer<typeof upstreamsSchema>;

/** Those of them that are hosted elsewhere. */
const hostedSchema = upstreamsSchema.partial();
export type HostedUpstreams = z.infer<typeof hostedSchema>;

interface Setting extends VariableFacts {
  field: string;
  schema: z.ZodType;
}

const settingsOf = (service: z.ZodObject): Setting[] =>
  Object.entries(service.shape).flatMap(([field, schema]) => {
    const facts = variables.get(schema);
    return facts && schema instanceof z.ZodType ? [{ field, schema, ...facts }] : [];
  });
const hostedServices = Object.entries({ ...requiredServices, ...optionalServices });

/** Every variable of the environment that speaks of a service. */
export const serviceSettings = settingsIn(
  Object.fromEntries(hostedServices.flatMap(([, service]) => settingsOf(service).map(({ variable, schema }) => [variable, schema]))),
);
const secretNames = new Set(serviceSettings.flatMap(({ name, secret }) => (secret ? [name] : [])));

type Environment = Readonly<Record<string, string | undefined>>;

/** The hosted services an environment names; a service's variables stand together or not at all. Problems repeat no value. */
export function readUpstreams(environment: Environment): { upstreams: HostedUpstreams; problems: string[] } {
  const read = hostedServices.map(([name, service]) => {
    const all = settingsOf(service);
    const present = all.filter(({ variable }) => environment[variable] !== undefined);
    const missing = present.length === 0 ? [] : all.filter((setting) => !setting.isOptional && !present.includes(setting));
    const beside = present.map(({ variable }) => variable).join(' and ');
    return {
      problems: [
        ...present.flatMap(({ variable, schema }) =>
          (schema.safeParse(environment[variable]).error?.issues ?? []).map(({ message }) => `${variable} ${message}`),
        ),
        ...missing.map(({ variable }) => `${variable} is missing beside ${beside}`),
      ],
      named: present.length === 0 ? [] : [[name, Object.fromEntries(present.map(({ field, variable }) => [field, environment[variable]]))]],
    };
  });
  const problems = read.flatMap((service) => service.problems);
  const named = Object.fromEntries(read.flatMap((service) => service.named));
  return { upstreams: problems.length > 0 ? {} : hostedSchema.parse(named), problems };
}

/** Keys and passwords. */
export function secretsIn(upstreams: HostedUpstreams): string[] {
  const secretFields = new Map(
    hostedServices.map(([name, service]) => [name, settingsOf(service).filter(({ variable }) => secretNames.has(variable))]),
  );
  return Object.entries(upstreams).flatMap(([name, service]) =>
    Object.entries(service ?? {}).flatMap(([field, value]) => (secretFields.get(name)?.some((one) => one.field === field) ? [value] : [])),
  );
}

/**
 * How our own platform is asked, which stands in at one address for the services that the settings leave out.
 * @param secretOf what it is asked with, by the variable that says so of a hosted service
 */
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
