import { describe, expect, it } from '@rstest/core';
import { createLog } from './create-log.ts';

const secret = 'canary-"quoted"-key';

function logAll(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog({ level: 'info', destination: { write: (line) => void lines.push(line) }, secrets: [secret, 'short'] }));
  return lines.join('');
}

describe('createLog', () => {
  it('writes no secret, whatever carries it', () => {
    const text = logAll((log) => {
      log.error({ err: new Error(`refused ${secret}`, { cause: new Error(secret) }), other: [secret] }, `said ${secret}`);
    });
    expect(text).not.toContain('canary');
    expect(text.match(/\[redacted\]/g)?.length).toBeGreaterThanOrEqual(4);
  });

  it('writes no field that may hold a credential or what a visitor said', () => {
    const text = logAll((log) => {
      log.info({ token: 'a1', text: 'a2', headers: { authorization: 'a3', cookie: 'a4' }, body: { x: 'a5' }, kept: 'b1' }, 'line');
    });
    expect(text).not.toMatch(/a\d/);
    expect(text).toContain('"kept":"b1"');
  });

  it('names the kind and the code of an error', () => {
    const error = Object.assign(new TypeError('no'), { code: 'ECONNREFUSED' });
    expect(logAll((log) => log.warn({ err: error }, 'failed'))).toMatch(/"type":"TypeError","message":"no","code":"ECONNREFUSED"/);
  });
});
