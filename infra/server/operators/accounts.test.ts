import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { findAccount, OperatorsFileError, parseAccounts } from './accounts.ts';
import { dummyHash } from './password.ts';

const password = dummyHash('');
const rossi = { name: 'm.rossi', email: 'M.Rossi@museum.example', password, museums: ['a'.repeat(24)] };
const parse = (content: unknown) => parseAccounts('operators.json', Buffer.from(JSON.stringify(content)));
const problemsOf = (content: unknown): readonly string[] => {
  try {
    parse(content);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorsFileError);
    return (error as OperatorsFileError).problems;
  }
};

it("the operators' file lists operators for some museums or for all museums", () => {
  const all = { name: 'local', password, museums: '*' };
  expect(parse([rossi, all])).toEqual([rossi, all]);
  expect(parse([])).toEqual([]);
});

it("parseAccounts reports every problem with the operator's number", () => {
  const broken = [
    { ...rossi, name: 'Maria Rossi' },
    { ...rossi, name: 'second', email: 'not an address', museums: [] },
    { ...rossi, name: 'third', email: 'third@museum.example', password: 'opensesame' },
    { ...rossi, name: 'M.ROSSI', email: 'fourth@museum.example', role: 'owner' },
    { ...rossi, name: 'fifth' },
  ];
  expect(problemsOf(broken)).toEqual([
    expect.stringMatching(/^operator 1: name must be 1 to 55/),
    expect.stringMatching(/^operator 2: email must be an e-mail address/),
    expect.stringMatching(/^operator 2: museums must be a list of museum ids/),
    expect.stringMatching(/^operator 3: password must be scrypt/),
    'operator 4: has an unknown key',
    'operator 5: has the name or the e-mail address of operator 1',
  ]);
  expect(problemsOf('no list')).toEqual(['it must be a list of operators']);
  expect(() => parseAccounts('operators.json', Buffer.from('['))).toThrow(/it is not JSON/);
  expect(parseAccounts('operators.json', Buffer.from('\uFEFF[]', 'utf16le'))).toEqual([]);
  expect(() => parseAccounts('operators.json', Buffer.from('["Jürgen"]', 'latin1'))).toThrow(/line 1 is not UTF-8; save the file as UTF-8/);
});

it("parseAccounts never repeats the file's content in an error", () => {
  const word = fc.stringMatching(/^[a-z]{12,20}!$/);
  forAll(word, fc.constantFrom('name', 'email', 'password', 'museums'), (secret, key) => {
    const problems = problemsOf([{ ...rossi, [key]: secret, [secret]: secret }]);
    expect(problems.length).toBeGreaterThan(1);
    expect(problems.join()).not.toContain(secret);
  });
});

it('findAccount accepts the name and the address in upper or lower case, and no other text', () => {
  const accounts = parse([rossi]);
  for (const given of ['m.rossi', 'M.ROSSI', 'm.rossi@MUSEUM.example']) expect(findAccount(accounts, given)?.name).toBe('m.rossi');
  for (const given of ['', 'm.ross', 'm.rossi ', 'rossi@museum.example']) expect(findAccount(accounts, given)).toBeUndefined();
});

it('parseAccounts refuses two operators with the same name or address', () => {
  expect(problemsOf([rossi, { ...rossi, name: 'other' }])).toHaveLength(1);
  expect(problemsOf([rossi, { name: 'other', email: 'm.rossi@museum.EXAMPLE', password, museums: '*' }])).toHaveLength(1);
});
