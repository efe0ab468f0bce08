import { describe, expect, it } from '@rstest/core';
import { checkRemote, ownReact } from './check-remote.ts';

const page = {
  contracts: ['1.3.0', '2.0.0'],
  federation: ['1.0.0', '2.9.2'],
  shared: { react: '19.3.1', 'react/jsx-runtime': '19.3.1', 'react-dom': '19.3.1' },
};
const remote = { contract: '^1.2.0', shared: { react: '^19.3.0', 'react-dom': '^19.3.0' } };

describe('a remote', () => {
  it('may run where contract, federation and shared packages are what it was built for', () => {
    expect(checkRemote(remote, page)).toBeUndefined();
    expect(checkRemote({ ...remote, shared: { react: page.shared.react } }, page)).toBeUndefined();
    expect(checkRemote({ ...remote }, page)).toBeUndefined();
  });

  it.each([
    ['for a newer contract', { contract: '^1.4.0' }, { code: 'contract', wanted: '^1.4.0', offered: '1.3.0 and 2.0.0' }],
    ['for the next contract', { contract: '^3.0.0' }, { code: 'contract', wanted: '^3.0.0', offered: '1.3.0 and 2.0.0' }],
    ['for another federation', {}, { code: 'federation', wanted: '^0.21.0', offered: '1.0.0 and 2.9.2' }],
    ['whose range is no range', { federation: 'latest' }, { code: 'federation', wanted: 'latest', offered: '1.0.0 and 2.9.2' }],
    [
      'whose range is written as no preset writes it',
      { shared: { react: '>=19 <20' } },
      { code: 'shared', package: 'react', wanted: '>=19 <20', offered: '19.3.1' },
    ],
    ['for another React', { shared: { react: '^18.2.0' } }, { code: 'shared', package: 'react', wanted: '^18.2.0', offered: '19.3.1' }],
    ['that would bring its own React', { shared: { 'react-dom': '^19.3.0' } }, { code: 'shared-range-missing', package: 'react' }],
    ['that shares nothing', { shared: {} }, { code: 'shared-range-missing', package: 'react' }],
    [
      'that wants what the page has not',
      { shared: { react: '^19.0.0', zustand: '^5.0.0' } },
      { code: 'shared-missing', package: 'zustand', wanted: '^5.0.0' },
    ],
    [
      'that wants what every object has',
      { shared: { react: '^19.0.0', constructor: '^1.0.0' } },
      { code: 'shared-missing', package: 'constructor', wanted: '^1.0.0' },
    ],
  ])('%s is refused', (_, change, problem) => {
    expect(checkRemote({ ...remote, ...change } as typeof remote, page)).toEqual(problem);
  });
});

describe('a remote of contract 2', () => {
  const mounted = { ...remote, contract: '^2.0.0' };
  const shared = { react: '18.3.1', 'react-dom': '18.3.1' };

  it('may bring along the one version of React that it names, and no other part of it', () => {
    expect([checkRemote({ ...mounted, shared }, page), ownReact({ ...mounted, shared }, page)]).toEqual([undefined, '18.3.1']);
    const mixed = { ...mounted, shared: { ...shared, 'react-dom': '18.2.0' } };
    expect(checkRemote(mixed, page)).toMatchObject({ code: 'shared', package: 'react-dom', wanted: '18.2.0' });
  });

  it('is drawn by the page’s React where that is in its range, and refused where it only names another range', () => {
    expect([checkRemote(mounted, page), ownReact(mounted, page)]).toEqual([undefined, undefined]);
    const same = { ...mounted, shared: { react: '19.3.1' } };
    expect([checkRemote(same, page), ownReact(same, page)]).toEqual([undefined, undefined]);
    expect(checkRemote({ ...mounted, shared: { react: '^20.0.0' } }, page)).toMatchObject({ code: 'shared', wanted: '^20.0.0' });
  });

  it('is refused by a page that satisfies contract 1 alone, and one of contract 1 with a React of its own by every page', () => {
    expect(checkRemote(mounted, { ...page, contracts: ['1.3.0'] })).toEqual({ code: 'contract', wanted: '^2.0.0', offered: '1.3.0' });
    expect(checkRemote({ ...remote, shared }, page)).toMatchObject({ code: 'shared', package: 'react', wanted: '18.3.1' });
  });
});
