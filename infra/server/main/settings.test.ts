import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { fastify } from 'fastify';
import { bucketOf, parseSettings, secretsOf } from './settings.ts';
import { problemsOf } from './testing/problems-of.ts';

describe('parseSettings', () => {
  it('parseSettings returns a default for every setting and ignores other variables', () => {
    expect(parseSettings({ PATH: '/bin', LANG: 'C', CONTENT_DIR: '' })).toEqual({
      PORT: 8080,
      HOST: '127.0.0.1',
      DATA_DIR: './.data',
      DAILY_BUDGET_CENTS: 100_000,
      VOICE_SLOTS: 10,
      VITALS_PERCENT: 100,
      DRAIN_SECONDS: 0,
      ...{ CHECK: 'rules', FIRST_SENTENCE_MS: 3_000, PASSAGE_TOKENS: 6_000 },
      ...{ OIDC_GROUPS_CLAIM: 'groups', OIDC_NAME_CLAIM: 'email', OIDC_SCOPE: 'openid email profile' },
      upstreams: {},
    });
  });

  it('parseSettings reads the settings of hosted services', () => {
    const unchanged = {
      PUBLIC_ORIGIN: 'https://guide.example.org',
      DATABASE_URL: 'postgres://name:p%40ss@db.example.org:5433/registry?sslmode=require',
      SIGNING_KEY_FILE: '/keys/set.pem',
    };
    const environment = {
      ...unchanged,
      PORT: '0',
      MIDDLEWARE_URL: 'https://museums.example.org/base/',
      MIDDLEWARE_EMAIL: 'a@b.c',
      MIDDLEWARE_PASSWORD: 'pw',
      KB_URL: 'http://127.0.0.1:9000',
      SETTINGS_URL: 'https://bucket.example.org/files/',
      ...{ STT_URL: 'https://stt.example.org', STT_KEY: 'k', STT_MODEL: 'm' },
      ...{ TTS_URL: 'https://tts.example.org', TTS_KEY: 'k', TTS_MODEL: 'm' },
      TRUSTED_PROXIES: '10.0.0.5, 10.1.0.0/16,2001:db8::/32,::1',
      DAILY_BUDGET_CENTS: '1200',
      VOICE_SLOTS: '25',
    };
    expect(parseSettings(environment)).toMatchObject({
      ...unchanged,
      PORT: 0,
      TRUSTED_PROXIES: ['10.0.0.5', '10.1.0.0/16', '2001:db8::/32', '::1'],
      DAILY_BUDGET_CENTS: 1200,
      VOICE_SLOTS: 25,
      upstreams: {
        middleware: { url: 'https://museums.example.org/base', email: 'a@b.c', password: 'pw' },
        knowledgeBase: { url: 'http://127.0.0.1:9000' },
        settings: { url: 'https://bucket.example.org/files' },
        stt: { url: 'https://stt.example.org', key: 'k', model: 'm' },
        tts: { url: 'https://tts.example.org', key: 'k', model: 'm' },
      },
    });
  });

  it('parseSettings reports every problem at once', () => {
    expect(problemsOf({ PORT: '80a', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x/y', VAPI_URL: 'ftp://x', LLM_KEY: 'k' })).toEqual([
      'PORT=80a must be a whole number from 0 to 65535',
      'LOG_LEVEL=loud must be one of fatal, error, warn, info, debug, trace, silent',
      'DATABASE_URL must be a database such as postgres://name:password@host/database',
      'VAPI_URL must be an http or https address without credentials, query or fragment',
      'VAPI_PRIVATE_KEY is missing beside VAPI_URL',
      'LLM_URL is missing beside LLM_KEY',
      'LLM_MODEL is missing beside LLM_KEY',
    ]);
  });

  it('parseSettings reads the addresses of metrics and traces and does not repeat a wrong collector’s address', () => {
    const metrics = { METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5' };
    const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
    expect(parseSettings({ ...metrics, ...traces })).toMatchObject({ ...metrics, METRICS_PORT: 9464, ...traces });
    expect(problemsOf({ METRICS_HOST: '10.0.0.5', OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toEqual([
      'OTEL_EXPORTER_OTLP_ENDPOINT must be the address of a collector, such as http://127.0.0.1:4318',
    ]);
    expect(problemsOf({ METRICS_HOST: '10.0.0.5' })).toEqual(['METRICS_PORT is missing beside METRICS_HOST']);
  });

  it('parseSettings accepts a language model without a key and refuses unknown values of GUIDE and CHECK', () => {
    const llm = { LLM_URL: 'http://127.0.0.1:11434', LLM_MODEL: 'qwen3' };
    expect(parseSettings({ ...llm, GUIDE: 'embedded', CHECK: 'model', FIRST_SENTENCE_MS: '1500', PASSAGE_TOKENS: '3000' })).toMatchObject({
      ...{ GUIDE: 'embedded', CHECK: 'model', FIRST_SENTENCE_MS: 1500, PASSAGE_TOKENS: 3000 },
      upstreams: { llm: { url: 'http://127.0.0.1:11434', key: '', model: 'qwen3' } },
    });
    expect(problemsOf({ GUIDE: 'model' })).toEqual(['LLM_URL is missing beside GUIDE=model']);
    expect(problemsOf({ ...llm, GUIDE: 'gpt', CHECK: 'no' })).toEqual([
      'GUIDE=gpt must be one of model, embedded',
      'CHECK=no must be one of rules, model',
    ]);
  });

  it('parseSettings reads prices that change on a day', () => {
    const { LLM_PRICE, CALL_PRICE } = parseSettings({ LLM_PRICE: '0.10/0.40@2026-07-01, 0.15/0.6', CALL_PRICE: '0' });
    expect(LLM_PRICE).toEqual([
      { usd: [0.15, 0.6], fromMs: 0 },
      { usd: [0.1, 0.4], fromMs: Date.parse('2026-07-01T00:00:00Z') },
    ]);
    expect(CALL_PRICE).toEqual([{ usd: [0], fromMs: 0 }]);
  });

  it.each([
    ['CALL_PRICE', '0.15', 'a minute of a call'],
    ['CHAT_PRICE', '0.01', 'a typed question'],
    ['LLM_PRICE', '0.15/0.60', 'a million tokens read and written'],
    ['STT_PRICE', '0.006', 'a minute of a recording'],
    ['TTS_PRICE', '0.10', 'a thousand spoken characters'],
  ])('parseSettings refuses an invalid %s and prints a valid example', (name, right, unit) => {
    const other = name === 'LLM_PRICE' ? '0.15' : '0.15/0.60';
    const days = ['', 'July', '2026-13-01', '2026-02-30', '2026-7-1'].map((day) => `${right}@${day}`);
    for (const price of [other, `${right}/3`, '1/2/3', `-${right}`, `${right},`, '1e3', '$1', 'free', ...days])
      expect(problemsOf({ [name]: price })).toEqual([
        expect.stringMatching(
          new RegExp(`^${name}=\\S+ must be dollars for ${unit}, such as ${right}, or ${right}@2026-01-01,\\S+@2026-07-01$`),
        ),
      ]);
    const example = /, or (\S+)$/.exec(problemsOf({ [name]: 'free' })[0] ?? '')?.[1] ?? '';
    expect(problemsOf({ [name]: example })).toEqual([]);
  });

  it.each([
    ['PUBLIC_ORIGIN', 'https://guide.example.org/', 'https://guide.example.org'],
    ['S3_ENDPOINT', 'https://s3.example.org/', 'https://s3.example.org', { ARTIFACTS_URL: 's3://bucket' }],
    ['DATABASE_URL', 'postgresql://name:pass@host/database', 'postgresql://name:pass@host/database'],
    ['VALKEY_URL', 'valkey://name:pass@host:6379', 'redis://name:pass@host:6379'],
    ['VALKEY_URL', 'valkeys://host:6379/1', 'rediss://host:6379/1'],
    ['VALKEY_URL', 'rediss://host', 'rediss://host'],
    ['TRUSTED_PROXIES', '10.0.0.0/8,', ['10.0.0.0/8']],
    ['TRUSTED_PROXIES', '10.0.0.5 fd00::/8\n10.1.0.0/16', ['10.0.0.5', 'fd00::/8', '10.1.0.0/16']],
    ['LOG_LEVEL', 'INFO', 'info'],
  ] as const)('parseSettings reads %s=%s as %s', (name, value, read, beside?: object) => {
    expect(parseSettings({ [name]: value, ...beside })[name]).toEqual(read);
  });

  const refused = {
    PORT: ['65536', '-1', '8080.5'],
    HOST: ['a b'],
    VOICE_SLOTS: ['0', 'many'],
    DAILY_BUDGET_CENTS: ['0', '12.5', 'unlimited'],
    TRUSTED_PROXIES: 'true 1 loopback proxy.example.org , 10.0.0.0/33 ::/129 0.0.0.0/0 ::/0 010.0.0.1 10.0.0 *'.split(' '),
    PUBLIC_ORIGIN: ['https://guide.example.org/en', 'guide.example.org'],
    GATEWAY_URL: ['10.0.0.5:8080'],
    DRAIN_SECONDS: ['-1'],
    KB_URL: ['https://user:pass@kb.example.org', 'https://kb.example.org/?key=1'],
    DATABASE_URL: 'postgres://name:secret@host postgres:///database postgresql://host postgres://name:100%@host/database site.db'.split(
      ' ',
    ),
    VALKEY_URL: ['localhost:6379', 'redis:///0', 'redis://host/name'],
    ARTIFACTS_URL: ['s3://Bucket', 's3://bucket/a b', 'https://bucket.example.org'],
    ARTIFACTS_PUBLIC_URL: ['https://cdn.example.org/files'],
    S3_ENDPOINT: ['https://s3.example.org'],
  };
  it.each(Object.entries(refused).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    'parseSettings refuses %s=%s',
    (name, value) => {
      expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name}(?:=\\S.*)? (?:must|is) `))]);
    },
  );

  it('parseSettings refuses GATEWAY_URL if VALKEY_URL is not set', () => {
    const GATEWAY_URL = 'http://10.0.0.5:8080';
    expect(problemsOf({ GATEWAY_URL })).toEqual([expect.stringMatching(/^GATEWAY_URL is .* need VALKEY_URL$/)]);
    expect(problemsOf({ GATEWAY_URL, VALKEY_URL: 'redis://10.0.0.22' })).toEqual([]);
  });

  it('parseSettings never repeats a value that may be a secret', () => {
    const name = fc.constantFrom('SIGNING_KEY_FILE', 'PUBLIC_ORIGIN', 'KB_URL', 'VAPI_PRIVATE_KEY', 'LLM_URL', 'DATABASE_URL');
    forAll(name, fc.uuid(), (variable, value) => {
      expect(problemsOf({ [variable]: value }).join('\n')).not.toContain(value);
    });
  });
});

describe('TRUSTED_PROXIES', () => {
  it('every value of TRUSTED_PROXIES that parseSettings accepts is valid for Fastify', () => {
    const bits = fc.oneof(
      fc.constant(''),
      fc.integer({ min: -1, max: 140 }).map((length) => `/${length}`),
    );
    const range = fc.tuple(fc.oneof(fc.ipV4(), fc.ipV6(), fc.ipV4Extended(), fc.constantFrom('loopback', '1', '')), bits);
    let accepted = 0;
    forAll(fc.array(range, { minLength: 1, maxLength: 2 }), (ranges) => {
      const TRUSTED_PROXIES = ranges.map((parts) => parts.join('')).join(',');
      if (problemsOf({ TRUSTED_PROXIES }).length > 0) return;
      accepted += 1;
      expect(() => fastify({ trustProxy: parseSettings({ TRUSTED_PROXIES }).TRUSTED_PROXIES ?? [] })).not.toThrow();
    });
    expect(accepted).toBeGreaterThan(10);
  });
});

describe('bucketOf', () => {
  const ARTIFACTS_URL = 's3://bucket/site';

  it('bucketOf reads endpoint, region and credentials, all optional, and is undefined if ARTIFACTS_URL is not set', () => {
    expect(bucketOf(parseSettings({ AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }))).toBe(undefined);
    const nothing = { endpoint: undefined, region: undefined, credentials: undefined };
    expect(bucketOf(parseSettings({ ARTIFACTS_URL }))).toEqual({ url: ARTIFACTS_URL, ...nothing });
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_SESSION_TOKEN: 'token' };
    const bucket = { ARTIFACTS_URL, S3_ENDPOINT: 'http://127.0.0.1:3900', AWS_REGION: 'garage' };
    const settings = parseSettings({ ...bucket, ...keys });
    expect(bucketOf(settings)).toEqual({
      url: ARTIFACTS_URL,
      endpoint: 'http://127.0.0.1:3900',
      region: 'garage',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'token' },
    });
    expect(secretsOf(settings)).toEqual(['secret', 'token']);
  });

  it('parseSettings refuses a CDN without TLS for a site with TLS', () => {
    const insecure = { PUBLIC_ORIGIN: 'https://guide.example.org', ARTIFACTS_PUBLIC_URL: 'http://cdn.example.org' };
    expect(problemsOf(insecure)).toEqual(['ARTIFACTS_PUBLIC_URL must be https if PUBLIC_ORIGIN is']);
  });
});

describe('secretsOf', () => {
  it('secretsOf returns keys and passwords, and passwords in addresses both encoded and decoded', () => {
    const LLM = { LLM_URL: 'https://llm.example.org', LLM_KEY: 'llm-key', LLM_MODEL: 'm' };
    const DATABASE_URL = 'postgres://name:p%40ss@db.example.org/registry';
    expect(secretsOf(parseSettings({ ...LLM, DATABASE_URL }))).toEqual([DATABASE_URL, 'p%40ss', 'p@ss', 'llm-key']);
    const VALKEY_URL = 'rediss://:sesame@state.example.org:6380/1';
    expect(secretsOf(parseSettings({ VALKEY_URL }))).toEqual([VALKEY_URL, 'sesame', 'sesame']);
    expect(secretsOf(parseSettings({ DATABASE_URL: 'postgres://db.example.org/registry' }))).toEqual([
      'postgres://db.example.org/registry',
    ]);
    expect(secretsOf(parseSettings({}))).toEqual([]);
  });
});
