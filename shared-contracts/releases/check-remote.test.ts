import { expect, it } from '@rstest/core';
import { checkRemote } from './check-remote.ts';

const page = {
  contracts: ['1.3.0', '2.0.0'],
  shared: { react: '19.3.1', 'react/jsx-runtime': '19.3.1', 'react-dom': '19.3.1' },
};
const remote = { contract: '^1.2.0', shared: { react: '^19.3.0', 'react-dom': '^19.3.0' } };

it('a remote with a satisfied contract and satisfied shared packages is accepted', () => {
  expect(checkRemote(remote, page)).toBeUndefined();
  expect(checkRemote({ ...remote, shared: { react: page.shared.react } }, page)).toBeUndefined();
});

const outside = { code: 'contract', offered: '1.3.0 and 2.0.0' };
const react = { code: 'shared', package: 'react', offered: '19.3.1' };
const missing = (name: string, wanted: string) => ({ code: 'shared-missing', package: name, wanted });

it.each([
  ['for a newer contract', { contract: '^1.4.0' }, { ...outside, wanted: '^1.4.0' }],
  ['for the next contract', { contract: '^3.0.0' }, { ...outside, wanted: '^3.0.0' }],
  ['with a contract that is not a range', { contract: 'latest' }, { ...outside, wanted: 'latest' }],
  ['with a range in another spelling', { shared: { react: '>=19 <20' } }, { ...react, wanted: '>=19 <20' }],
  ['for another React', { shared: { react: '^18.2.0' } }, { ...react, wanted: '^18.2.0' }],
  ['without a range for React', { shared: { 'react-dom': '^19.3.0' } }, { code: 'shared-range-missing', package: 'react' }],
  ['that shares no package', { shared: {} }, { code: 'shared-range-missing', package: 'react' }],
  ['that shares a package that the page lacks', { shared: { react: '^19.0.0', zustand: '^5.0.0' } }, missing('zustand', '^5.0.0')],
  ['that shares the package “constructor”', { shared: { react: '^19.0.0', constructor: '^1.0.0' } }, missing('constructor', '^1.0.0')],
])('a remote %s is refused', (_, change, problem) => {
  expect(checkRemote({ ...remote, ...change } as typeof remote, page)).toEqual(problem);
});

const mounted = { ...remote, contract: '^2.0.0' };

it('a remote of contract 2 may share no package, must match a package that it shares, and needs a page that offers contract 2', () => {
  expect([checkRemote(mounted, page), checkRemote({ ...mounted, shared: {} }, page)]).toEqual([undefined, undefined]);
  expect(checkRemote({ ...mounted, shared: { react: '^20.0.0' } }, page)).toMatchObject({ code: 'shared', wanted: '^20.0.0' });
  expect(checkRemote(mounted, { ...page, contracts: ['1.3.0'] })).toEqual({ code: 'contract', wanted: '^2.0.0', offered: '1.3.0' });
});
