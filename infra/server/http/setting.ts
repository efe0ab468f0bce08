import { z } from 'zod';

/** In the order of the document, each with heading and introduction. */
export const settingGroups = {
  process: [
    'The process',
    'The libraries also read `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` (names and addresses, no ranges) for calls to services and identity providers, and the variables of OpenTelemetry such as `OTEL_TRACES_SAMPLER`.',
  ],
  shared: ['What several gateways share', ''],
  keys: [
    'Keys',
    'A key file holds one or two keys, one a line; `SIGNING_KEY_FILE` holds one or two PEM blocks. The site uses the first key and accepts both. The site reads the files at start and on SIGHUP. The first start creates the files in `DATA_DIR`.',
  ],
  logins: ["Operators' logins", ''],
  services: ['Services', 'The local platform replaces each service that is not set. The variables of one service are set together.'],
  guide: ["The guide's answers", ''],
  money: [
    'Slots, budgets and prices',
    'Prices are in US dollars. A price can change on a day (UTC): `0.15@2026-01-01,0.12@2026-07-01`. The defaults are estimates above public price lists. If a service reports its usage, the site corrects the estimate.',
  ],
} as const;

export interface SettingFacts {
  group: keyof typeof settingGroups;
  /** One cell of the table in `docs/reference/settings.md`. */
  help: string;
  /** What applies if the variable is missing and its schema has no default. */
  absent?: string;
  /** Never logged. `text` and `address` can be in a file that NAME_FILE names; `keys` have a setting for their files. */
  secret?: 'text' | 'address' | 'keys';
  /** An error message may repeat the value, as it may repeat each number and each word of a list. */
  isPublic?: boolean;
}

const facts = z.registry<SettingFacts>();

function isOpen(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isOpen(schema.unwrap());
  return [z.ZodNumber, z.ZodEnum, z.ZodLiteral].some((kind) => schema instanceof kind);
}

/** The document, the checks at start and the log's secrets use these facts. */
export const settingOf =
  (group: SettingFacts['group']) =>
  <Schema extends z.ZodType>(schema: Schema, help: string, more: Partial<SettingFacts> = {}): Schema => {
    facts.add(schema, { group, help, isPublic: isOpen(schema), ...more });
    return schema;
  };

export const settingsIn = (table: Readonly<Record<string, z.ZodType>>) =>
  Object.entries(table).flatMap(([name, schema]) => {
    const given = facts.get(schema);
    const { data: standard = given?.absent } = schema.safeParse(undefined);
    return given ? [{ ...given, name, standard: standard === undefined ? '' : String(standard) }] : [];
  });
