import { z } from 'zod';

interface SettingFacts {
  /** Of the environment. */
  variable: string;
  isSecret: boolean;
  /** May be left out beside the others: a service on one's own machine wants no key. */
  isOptional?: boolean;
  /** With what the platform's own service is called; absent: the setting may be left out. */
  standIn?(platform: StandInPlatform): string;
}

/** Our own platform, which stands in for the services that the settings leave out. */
export interface StandInPlatform {
  /** Where all of them answer. */
  url: string;
  /** What it is asked with, by the variable that says so of a hosted service. */
  secretOf(variable: string): string;
}

const settings = z.registry<SettingFacts>();

/** An address: http or https, without credentials, query or fragment; a slash at its end is taken off. */
const url = (variable: string, path = '') =>
  z
    .string()
    .max(2048)
    .refine(isPlainUrl, 'must be an http or https address without credentials, query or fragment')
    .transform((value) => value.replace(/\/+$/, ''))
    .register(settings, { variable, isSecret: false, standIn: (platform) => platform.url + path });
const secret = (variable: string) =>
  z
    .string()
    .max(4096)
    .register(settings, { variable, isSecret: true, standIn: ({ secretOf }) => secretOf(variable) });
const optionalSecret = (variable: string) =>
  z
    .string()
    .max(4096)
    .default('')
    .register(settings, { variable, isSecret: true, isOptional: true, standIn: ({ secretOf }) => secretOf(variable) });
const text = (variable: string, standIn: string) =>
  z
    .string()
    .max(4096)
    .register(settings, { variable, isSecret: false, standIn: () => standIn });

const speechKind = z
  .enum(['openai', 'elevenlabs'], 'must be openai or elevenlabs')
  .optional()
  .register(settings, { variable: 'TTS_KIND', isSecret: false });

/** The services that are always there, hosted or as stand-ins: what each is reached with. */
const requiredServices = {
  middleware: z.object({
    url: url('MIDDLEWARE_URL'),
    email: text('MIDDLEWARE_EMAIL', 'gateway@platform.invalid'),
    password: secret('MIDDLEWARE_PASSWORD'),
  }),
  knowledgeBase: z.object({ url: url('KB_URL') }),
  vapi: z.object({ url: url('VAPI_URL'), key: secret('VAPI_PRIVATE_KEY') }),
  /** In OpenAI's shape, with its version, `https://host/v1`, or without. */
  llm: z.object({ url: url('LLM_URL'), key: optionalSecret('LLM_KEY'), model: text('LLM_MODEL', 'stand-in') }),
  /** In ElevenLabs' shape, without a version; in OpenAI's, with one or without, the local platform asks it. */
  tts: z.object({ url: url('TTS_URL'), key: secret('TTS_KEY'), model: text('TTS_MODEL', 'eleven_turbo_v2_5'), kind: speechKind }),
  /** The bucket with the assistants' settings files. */
  settings: z.object({ url: url('SETTINGS_URL', '/settings') }),
} as const;

const optionalServices = {
  /** Transcription in OpenAI's shape, with a version or without. Absent: this site writes down nothing that is dictated. */
  stt: z.object({ url: url('STT_URL'), key: secret('STT_KEY'), model: text('STT_MODEL', '') }),
} as const;

/** Addresses and keys of the services behind this site. The keys never leave the gateway. A new field stands here, and where it is used. */
export const upstreamsSchema = z.object({
  ...requiredServices,
  stt: optionalServices.stt.optional(),
});
export type Upstreams = z.infer<typeof upstreamsSchema>;

/** Those of them that are hosted elsewhere. */
const hostedSchema = upstreamsSchema.partial();
export type HostedUpstreams = z.infer<typeof hostedSchema>;

interface Setting extends SettingFacts {
  field: string;
  schema: z.ZodType;
}

const settingsOf = (service: z.ZodObject): Setting[] =>
  Object.entries(service.shape).flatMap(([field, schema]) => {
    const facts = settings.get(schema);
    return facts && schema instanceof z.ZodType ? [{ field, schema, ...facts }] : [];
  });
const hostedServices = Object.entries({ ...requiredServices, ...optionalServices });

/** Every variable of the environment that speaks of a service. */
export const upstreamVariables = hostedServices.flatMap(([, service]) => settingsOf(service).map(({ variable }) => variable));

/** Those of them that are secrets. */
export const secretVariables = hostedServices.flatMap(([, service]) =>
  settingsOf(service).flatMap(({ variable, isSecret }) => (isSecret ? [variable] : [])),
);

type Environment = Readonly<Record<string, string | undefined>>;

/** The hosted services an environment names; a service's variables stand together or not at all. Problems repeat no value. */
export function readUpstreams(environment: Environment): { upstreams: HostedUpstreams; problems: string[] } {
  const read = hostedServices.map(([name, service]) => {
    const all = settingsOf(service);
    const present = all.filter(({ variable }) => environment[variable] !== undefined);
    const missing =
      present.length === 0 ? [] : all.filter((setting) => setting.standIn && !setting.isOptional && !present.includes(setting));
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
  const secretFields = new Map(hostedServices.map(([name, service]) => [name, settingsOf(service).filter(({ isSecret }) => isSecret)]));
  return Object.entries(upstreams).flatMap(([name, service]) =>
    Object.entries(service ?? {}).flatMap(([field, value]) => (secretFields.get(name)?.some((one) => one.field === field) ? [value] : [])),
  );
}

/** How the services are reached that our own platform stands in for. */
export function standInsOf(platform: StandInPlatform): Upstreams {
  const services = Object.entries(requiredServices).map(([name, service]) => [
    name,
    Object.fromEntries(settingsOf(service).map(({ field, standIn }) => [field, standIn?.(platform)])),
  ]);
  return upstreamsSchema.parse(Object.fromEntries(services));
}

export function isPlainUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, search, hash } = new URL(value);
  return (protocol === 'http:' || protocol === 'https:') && !username && !password && !search && !hash;
}
