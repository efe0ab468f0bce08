import { afterAll, afterEach, rstest } from '@rstest/core';
import { cleanup, configure } from '@testing-library/react';

/** Test files share a process and its window, which halves the processor time. Before each file, the window returns to its first state. */
type Properties = Map<PropertyKey, { property: PropertyDescriptor; value: unknown }>;
interface FirstWindow {
  objects: Map<object, Properties>;
  timers: Set<ReturnType<typeof setTimeout>>;
  removers: (() => void)[];
}
const key = Symbol.for('first window');
const shared: typeof globalThis & { [key]?: FirstWindow } = globalThis;

// Each file has its own console and runner state. Libraries keep their state, such as a page's call, under names of this kind.
const isOwn = (name: PropertyKey) =>
  typeof name === 'symbol' ? !Symbol.keyFor(name)?.startsWith('enfilade.') : /^(console$|_|rstest|webpack|rspack)/.test(name.toString());

const readProperties = (object: object): Properties =>
  new Map(
    Reflect.ownKeys(object)
      .filter((name) => object !== shared || !isOwn(name))
      .map((name) => {
        const property = Object.getOwnPropertyDescriptor(object, name) ?? {};
        return [name, { property, value: object === shared ? Reflect.get(shared, name) : undefined }];
      }),
  );

const isSame = (one: PropertyDescriptor, other: PropertyDescriptor) =>
  one.value === other.value && one.get === other.get && one.set === other.set;

function restoreProperties(object: object, first: Properties) {
  const now = readProperties(object);
  for (const name of now.keys()) if (!first.has(name)) Reflect.deleteProperty(object, name);
  for (const [name, { property, value }] of first) {
    if (object === document && typeof name === 'symbol') continue;
    const { property: other = {}, value: otherValue } = now.get(name) ?? {};
    if (!isSame(property, other)) Reflect.defineProperty(object, name, property);
    if (value !== otherValue) Reflect.set(object, name, value);
  }
}

const replaceable = () => [
  shared,
  document,
  navigator,
  performance,
  ...Object.getOwnPropertyNames(shared)
    .filter((name) => /^[A-Z]/.test(name))
    .map((name): unknown => Reflect.get(shared, name))
    .filter((value) => typeof value === 'function')
    .flatMap((made) => [made, made.prototype instanceof Object ? made.prototype : made]),
];

function readWindow(): FirstWindow {
  const timers: FirstWindow['timers'] = new Set();
  const removers: FirstWindow['removers'] = [];
  const targets: EventTarget[] = [document, window];
  for (const target of targets) {
    const add: EventTarget['addEventListener'] = target.addEventListener.bind(target);
    const addAndNote: EventTarget['addEventListener'] = (type, listener, options) => {
      add(type, listener, options);
      removers.push(() => target.removeEventListener(type, listener, options));
    };
    target.addEventListener = addAndNote;
  }
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const set = shared[name];
    Reflect.set(shared, name, (...args: Parameters<typeof setTimeout>) => {
      const timer = set(...args);
      timers.add(timer);
      return timer;
    });
  }
  return { objects: new Map(replaceable().map((object) => [object, readProperties(object)])), timers, removers };
}

function restoreWindow({ objects, timers, removers }: FirstWindow) {
  for (const [object, first] of objects) restoreProperties(object, first);
  for (const timer of timers) clearTimeout(timer);
  for (const remove of removers.splice(0)) remove();
  timers.clear();
  localStorage.clear();
  sessionStorage.clear();
  // Cookies with and without a path are different cookies.
  for (const cookie of document.cookie.split('; '))
    for (const path of ['; path=/', '']) Reflect.set(document, 'cookie', `${cookie.split('=')[0]}=; max-age=0${path}`);
  history.replaceState(null, '', '/');
  scrollTo(0, 0);
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name);
  for (const { name } of [...document.body.attributes]) document.body.removeAttribute(name);
  document.head.replaceChildren();
  document.body.replaceChildren();
}

if (typeof document !== 'undefined') {
  if (shared[key]) restoreWindow(shared[key]);
  else shared[key] = readWindow();
}

afterEach(cleanup);
afterAll(() => void rstest.useRealTimers());

// `waitFor` and `findBy…` wait 1 s by default, which is too short on a busy machine. An import of @testing-library/dom would configure a
// second copy (its ES module).
configure({
  asyncUtilTimeout: 60_000,
  getElementError: (message) => {
    const [reason = ''] = (message ?? '').split('\n\n');
    const error = new Error(`${reason}\nThe page's text: ${document.body.textContent?.replaceAll(/\s+/g, ' ').slice(0, 300)}`);
    error.name = 'TestingLibraryElementError';
    return error;
  },
});
