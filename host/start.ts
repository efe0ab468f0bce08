// In one piece, the host's evaluation would block the first paint's controls for half a second on an old phone.
import './zod-without-eval.ts';
import './styles/fonts.css';
import './styles/page.css';

/** Modules that take long to evaluate, each before its importers. The last is the host itself. */
const pieces = [
  () => import(/* webpackMode: "eager", webpackExports: [] */ 'react-dom/client'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ './releases/set-verifier.ts'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ '@enfilade/shared-contracts/museum/profile'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ './bootstrap.tsx'),
];

/** If the files arrive at once, the first paint is not painted yet. A hidden page never paints. */
const frameLimitMs = 100;
const nextTask = () => new Promise((resolve) => setTimeout(resolve));
const nextFrame = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, frameLimitMs);
  });

async function start(): Promise<void> {
  const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0;
  if (document.querySelector('#first-paint > *') && !isPainted) await nextFrame();
  for (const evaluate of pieces) {
    await evaluate();
    await nextTask();
  }
}
void start();
