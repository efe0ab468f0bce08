import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import type { MuseumContent } from './content/content.ts';
import { ContentError } from './content/content-error.ts';
import { loadContent } from './content/load-content.ts';
import {
  askGoldenQuestions,
  type GoldenQuestion,
  goldenFolderOf,
  goldenModes,
  holdTalk,
  loadGoldenQuestions,
  loadTalk,
} from './guide/golden-questions.ts';
import {
  compareGolden,
  describeGolden,
  describeMiss,
  describeTalk,
  describeTurn,
  goldenRecordSchema,
  recordGolden,
} from './guide/golden-report.ts';
import type { Guide } from './guide/guide.ts';
import { guideFactory, type PlatformOptions } from './platform.ts';

const usage = `npm run guide -- check [--museum FOLDER, ID OR CODE] [--all]

Asks the golden questions of a museum's folder (questions.yaml), of one or of every museum, and compares with the last time.
Asks each question twice: of a visitor who explores, and of one who has begun the guided tour.
The settings of a start name the guide that is asked: with LLM_URL the language model, otherwise the built-in guide.
Holds the conversation of a talk.yaml beside it, and counts the turns that were answered rightly.
  --museum  the folder's name, the museum's id, or the code on its wall
  --all     shows every question that was not answered rightly, not only those that were before, and the whole conversation
Ends with 1 when a question is not answered rightly any more.`;

/** The settings of a start, as far as a guide needs them. */
export interface GuideSettings extends Pick<PlatformOptions, 'languageModel'> {
  contentDir: string;
  dataDir: string;
}

/** `npm run guide`, run from the repository's root. @param readSettings may throw a TypeError that says what is wrong */
export async function runGuideCommand(readSettings: () => GuideSettings): Promise<void> {
  try {
    await run(readSettings);
  } catch (error) {
    const isUsage = error instanceof TypeError;
    const isSaid = isUsage || error instanceof ContentError || Object(error).code === 'settings';
    process.stderr.write(`${isSaid ? (error as Error).message : (error as Error).stack}\n`);
    process.exitCode = isUsage ? 2 : 1;
  }
}

async function run(readSettings: () => GuideSettings): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { museum: { type: 'string' }, all: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  });
  if (values.help) return print(usage);
  if (positionals.join(' ') !== 'check') throw new TypeError(usage);
  const { contentDir, dataDir, ...model } = readSettings();
  const guides = createGuides(model);
  const { museums } = await loadContent(contentDir);
  const chosen = museums.filter((museum) => values.museum === undefined || isNamed(museum, values.museum));
  if (chosen.length === 0)
    throw new TypeError(`There is no museum ${values.museum}; there are ${museums.map(({ folder }) => folder).join(', ')}.`);
  for (const museum of chosen) {
    const options = { contentDir, showsAll: values.all, guides, guide: guides.guideOf(museum) };
    await check(museum, { ...options, recordsDir: path.join(dataDir, 'guide-checks') });
    await talk(museum, options);
  }
}

/** The guide that the settings name, and how often the built-in guide answered in its place. */
function createGuides({ languageModel }: Pick<GuideSettings, 'languageModel'>) {
  const standIns: string[] = [];
  const onAnswer = ({ standIn, error }: { standIn?: string; error?: string }) => {
    if (standIn) standIns.push(error === undefined ? standIn : `${standIn}: ${error}`);
  };
  return {
    /** Name of the language model; undefined for the built-in guide. */
    model: languageModel?.model,
    guideOf: guideFactory({ clock: systemClock, ...(languageModel && { languageModel: { ...languageModel, onAnswer } }) }),
    /** Since the last call: each reason with its count, the most frequent first. */
    takeStandIns(): string[] {
      const counts = new Map<string, number>();
      for (const reason of standIns.splice(0)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
      return [...counts].sort(([, one], [, other]) => other - one).map(([reason, count]) => `${count} × ${reason}`);
    },
  };
}

const isNamed = ({ folder, museum, profile }: MuseumContent, name: string) =>
  [folder, museum._id, profile.wallCode].some((one) => one?.toLowerCase() === name.toLowerCase());

interface CheckOptions {
  guides: ReturnType<typeof createGuides>;
  guide: Guide;
  contentDir: string;
  recordsDir: string;
  showsAll: boolean;
}

async function check(museum: MuseumContent, options: CheckOptions): Promise<void> {
  const questions = await loadGoldenQuestions(goldenFolderOf(options.contentDir, museum)).catch(orNothing);
  if (!questions) return print(`${museum.folder}: no questions.yaml beside its museum.json, so there is nothing to ask.`);
  for (const visitMode of goldenModes) await checkIn(visitMode, museum, questions, options);
}

async function checkIn(
  visitMode: (typeof goldenModes)[number],
  museum: MuseumContent,
  questions: readonly GoldenQuestion[],
  { guides, guide, recordsDir, showsAll }: CheckOptions,
): Promise<void> {
  const exhibitionId = visitMode === 'guided' ? museum.exhibitions[0]?._id : undefined;
  const results = await askGoldenQuestions(guide, questions, { visitMode, exhibitionId });
  // A record each: another guide's answers are no regression.
  const name = [museum.folder, ...(visitMode === 'guided' ? [visitMode] : []), ...(guides.model ? [encodeURIComponent(guides.model)] : [])];
  const file = path.join(recordsDir, [...name, 'json'].join('.'));
  const before = goldenRecordSchema.safeParse(parseJson(await readFile(file, 'utf8').catch(() => ''))).data;
  const { better, worse } = before ? compareGolden(results, before) : { better: [], worse: [] };
  const misses = showsAll ? results.filter(({ verdict }) => verdict !== 'right') : worse;
  print(`${museum.museum.name} (${museum.folder}), ${visitMode}`);
  print(`  asked: ${guides.model === undefined ? 'the built-in guide' : `the language model ${guides.model}`}`);
  const standIns = guides.takeStandIns();
  if (standIns.length > 0) print(`  the built-in guide answered instead of the language model: ${standIns.join(', ')}`);
  for (const line of [...describeGolden(results), ...misses.map(describeMiss)]) print(indent(line));
  if (before) print(`  Since ${before.at} (${before.guide}): ${better.length} better, ${worse.length} worse.\n`);
  if (worse.length > 0) process.exitCode = 1;
  // A regression stays one until it is mended: the record it is measured against is kept.
  if (worse.length > 0) return;
  await mkdir(recordsDir, { recursive: true });
  await writeFile(
    file,
    JSON.stringify(recordGolden(results, { at: new Date().toISOString(), guide: guides.model ?? 'embedded' }), undefined, 1),
  );
}

const indent = (text: string) => `  ${text.replaceAll('\n', '\n  ')}`;

async function talk(museum: MuseumContent, { guide, contentDir, showsAll }: Omit<CheckOptions, 'recordsDir'>): Promise<void> {
  const turns = await loadTalk(goldenFolderOf(contentDir, museum)).catch(orNothing);
  if (!turns) return;
  const results = await holdTalk(guide, turns);
  for (const line of [describeTalk(results), ...(showsAll ? results.map(describeTurn) : [])]) print(indent(line));
}

/** A museum need not have the file. */
function orNothing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
