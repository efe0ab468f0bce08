import { once } from 'node:events';
import { createServer } from 'node:net';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { beforeEach, expect, it, onTestFinished } from '@rstest/core';
import { UnusableDatabaseError } from '../../database/site-database.ts';
import { ofFile } from '../../database/testing/of-each-test.ts';
import { StoreUnavailableError } from '../state/registry-error.ts';
import { ownPin } from '../state/registry-state.ts';
import { chainOf, exampleRecords, openJournal, publishing } from '../testing/journal-homes.ts';
import { openPostgres, runSql } from '../testing/postgres-server.ts';
import { silentLog } from '../testing/temporary-registry.ts';
import { openRegistryStore, type RegistryStore, verifyJournal } from './registry-store.ts';

const server = ofFile(openPostgres);
let url: string;
beforeEach(async () => {
  url = await server.createDatabase();
});

const open = () => openJournal({ dataDir: '', databaseUrl: url });
async function openGateway(): Promise<RegistryStore> {
  const store = await openRegistryStore({ journal: await open(), clock: systemClock, log: silentLog });
  onTestFinished(() => store.close());
  return store;
}
async function reaching(store: RegistryStore, seq: number): Promise<void> {
  while (store.state().seq < seq)
    await new Promise<void>((resolve) => {
      const stop = store.onChange(() => {
        stop();
        resolve();
      });
    });
}
const wholeHistory = async () => {
  const journal = await open();
  const rows = await journal.read(0, 1_000);
  const head = await verifyJournal(journal);
  await journal.close();
  return { rows, head };
};

it('a hundred simultaneous changes at two gateways form one history without a gap', async () => {
  const gateways = [await openGateway(), await openGateway()] as const;
  const pick = (index: number) => gateways[index % 2] as RegistryStore;
  await gateways[0].commit('tests', () => publishing('1.0.0'));
  const place = { museumId: '*', name: 'landing' } as const;
  const pinOnce = (index: number) =>
    pick(index).commit(`pinner ${index}`, (state) =>
      ownPin(state, '*', 'landing') === null ? { action: 'pin-set', payload: { ...place, version: '1.0.0', previous: null } } : undefined,
    );
  const publish = (index: number) => pick(index).commit(`publisher ${index}`, () => publishing(`2.0.${index}`));
  await Promise.all(Array.from({ length: 100 }, (_, index) => (index % 4 < 2 ? publish(index) : pinOnce(index))));
  const { rows, head } = await wholeHistory();
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
  // The first version, fifty more versions, and one pin: the other forty-nine pinners saw the pin.
  expect(rows.map(({ action }) => action).filter((action) => action === 'pin-set')).toHaveLength(1);
  expect(new Set(rows.map(({ actor }) => actor)).size).toBe(rows.length);
  expect(rows).toHaveLength(52);
  await Promise.all(gateways.map((gateway) => reaching(gateway, 52)));
  for (const gateway of gateways) expect(gateway.state()).toEqual(head.state);
});

it('a decision at one gateway sees every acknowledged change of another gateway', async () => {
  const [one, other] = [await openGateway(), await openGateway()];
  for (let patch = 0; patch < 20; patch++) {
    const { seq } = await one.commit('tests', () => publishing(`1.0.${patch}`));
    await other.commit('tests', (state) => void expect(state.seq).toBe(seq));
  }
});

it('while the database is down, gateways serve their state and refuse changes, and accept changes afterwards', async () => {
  const [one, other] = [await openGateway(), await openGateway()];
  const journal = await open();
  onTestFinished(() => journal.close());
  await one.commit('tests', () => publishing('1.0.0'));
  await reaching(other, 1);
  await server.stop();
  for (const gateway of [one, other]) {
    await expect(gateway.commit('tests', () => publishing('1.1.0'))).rejects.toThrow(StoreUnavailableError);
    expect([...(gateway.state().versions.get('landing')?.keys() ?? [])]).toEqual(['1.0.0']);
  }
  await expect(journal.assertWritable()).rejects.toThrow('does not answer, nothing was changed');
  await server.start();
  await journal.assertWritable();
  await one.commit('tests', () => publishing('1.1.0'));
  await reaching(other, 2);
  await other.commit('tests', () => publishing('1.2.0'));
  await reaching(one, 3);
  expect((await wholeHistory()).head.state).toEqual(one.state());
});

it('a restart of the database loses no acknowledged change and repeats no change', async () => {
  const gateways = [await openGateway(), await openGateway()];
  const acknowledged: string[] = [];
  const publishOn = async (gateway: RegistryStore, name: number) => {
    for (let patch = 0; patch < 150; patch++) {
      const version = `${name}.0.${patch}`;
      const isThere = (state: ReturnType<RegistryStore['state']>) => state.versions.get('landing')?.has(version);
      await gateway
        .commit('tests', (state) => (isThere(state) ? undefined : publishing(version)))
        .then(
          () => acknowledged.push(version),
          (error: unknown) => expect(error).toBeInstanceOf(StoreUnavailableError),
        );
    }
  };
  const underWay = Promise.all(gateways.map((gateway, name) => publishOn(gateway, name)));
  await reaching(gateways[0] as RegistryStore, 20);
  await server.stop();
  await server.start();
  await underWay;
  const { rows, head } = await wholeHistory();
  const published = [...(head.state.versions.get('landing')?.keys() ?? [])];
  expect(published).toHaveLength(rows.length);
  expect(published).toEqual(expect.arrayContaining(acknowledged));
  expect(acknowledged.length).toBeGreaterThanOrEqual(20);
});

it('an unreachable database is reported with the error code and without the password', async () => {
  const reserved = createServer().listen(0, '127.0.0.1');
  await once(reserved, 'listening');
  const address = reserved.address();
  const port = typeof address === 'object' ? address?.port : 0;
  await new Promise((resolve) => reserved.close(resolve));
  const opening = openJournal({ dataDir: '', databaseUrl: `postgres://name:sesame@127.0.0.1:${port}/registry` });
  await expect(opening).rejects.toThrow(UnusableDatabaseError);
  await expect(opening).rejects.toThrow(/\(ECONNREFUSED\): check that it runs and that DATABASE_URL is right/);
  await expect(opening).rejects.not.toThrow(/sesame/);
});

it('a database of a preview of Enfilade is refused with a message', async () => {
  await runSql(url, 'CREATE TABLE registry_journal (seq integer)');
  await expect(open()).rejects.toThrow(/was written by a preview of Enfilade, .*: set DATABASE_URL to an empty database\.$/);
});

it('the database refuses a record after a gap and refuses to truncate the journal', async () => {
  const journal = await open();
  onTestFinished(() => journal.close());
  const [first, , third] = chainOf(exampleRecords(3));
  if (!first || !third) throw new Error('three records were made');
  await journal.append(first);
  await expect(journal.append(third)).rejects.toThrow(/nothing was changed/);
  await expect(runSql(url, 'TRUNCATE journal')).rejects.toThrow(/append only/);
  expect(await journal.read(0, 10)).toEqual([first]);
});
