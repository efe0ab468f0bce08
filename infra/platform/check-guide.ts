import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import type { MuseumContent } from './content/content.ts';
import { ContentError } from './content/content-folder.ts';
import { loadContent } from './content/load-content.ts';
import {
  askGoldenQuestions,
  compareGolden,
  describeGolden,
  describeMiss,
  describeTalk,
  describeTurn,
  type GoldenQuestion,
  goldenFolderOf,
  goldenModes,
  goldenRecordSchema,
  holdTalk,
  loadGoldenQuestions,
  loadTalk,
  recordGolden,
} from './guide/golden-questions.ts';
import type { Guide } from './guide/guide.ts';
import { guideFactory, type PlatformOptions } from './platform.ts';

const usage = `npm run guide -- check [--museum FOLDER, ID OR CODE] [--all]

Asks the golden questions (questions.yaml) of one museum or of all museums, and compares the answers with the last check.
Asks each question in both visit modes: in an exploration, and on a guided tour that has begun.
Asks the language model if LLM_URL is set, otherwise the built-in guide.
Also holds the conversation of talk.yaml, if the folder has the file, and counts the right turns.
  --museum  the folder's name, the museum's id, or the code on its wall
  --all     prints all wrong answers, not only the new ones, and the whole conversation
Exits with 1 if a question that was answered right at the last check is answered wrong.`;

export interface GuideSettings extends Pick<PlatformOptions, 'languageModel'> {
  contentDir: string;
  dataDir: string;
}

/** @param readSettings may throw a TypeError with a message for the user */
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
  const { contentDir, dataDir, languageModel } = readSettings();
  const standIns: string[] = [];
  const onAnswer = ({ standIn, error }: { standIn?: string; error?: string }) => {
    if (standIn) standIns.push(error === undefined ? standIn : `${standIn}: ${error}`);
  };
  const guideOf = guideFactory({ clock: systemClock, ...(languageModel && { languageModel: { ...languageModel, onAnswer } }) });
  const { museums } = await loadContent(contentDir);
  const chosen = museums.filter((museum) => values.museum === undefined || isNamed(museum, values.museum));
  if (chosen.length === 0)
    throw new TypeError(`No museum is named ${values.museum}. Name one of ${museums.map(({ folder }) => folder).join(', ')}.`);
  const options = { model: languageModel?.model, standIns, recordsDir: path.join(dataDir, 'guide-checks'), showsAll: values.all };
  for (const museum of chosen) await check(goldenFolderOf(contentDir, museum), { ...options, museum, guide: guideOf(museum) });
}

const isNamed = ({ folder, museum, profile }: MuseumContent, name: string) =>
  [folder, museum._id, profile.wallCode].some((one) => one?.toLowerCase() === name.toLowerCase());

interface CheckOptions {
  museum: MuseumContent;
  guide: Guide;
  /** The name of the language model; undefined for the built-in guide. */
  model: string | undefined;
  /** The reasons why the built-in guide answered instead of the language model, in this museum and mode. */
  standIns: string[];
  recordsDir: string;
  showsAll: boolean;
}

async function check(folder: string, options: CheckOptions): Promise<void> {
  const questions = await loadGoldenQuestions(folder).catch(orNothing);
  if (!questions) print(`${options.museum.folder}: the folder has no questions.yaml.`);
  else for (const visitMode of goldenModes) await checkIn(visitMode, questions, options);
  const turns = await loadTalk(folder).catch(orNothing);
  const results = turns && (await holdTalk(options.guide, turns));
  if (results) for (const line of [describeTalk(results), ...(options.showsAll ? results.map(describeTurn) : [])]) print(indent(line));
}

async function checkIn(
  visitMode: (typeof goldenModes)[number],
  questions: readonly GoldenQuestion[],
  { museum, guide, model, standIns, recordsDir, showsAll }: CheckOptions,
): Promise<void> {
  const exhibitionId = visitMode === 'guided' ? museum.exhibitions[0]?._id : undefined;
  const results = await askGoldenQuestions(guide, questions, { visitMode, exhibitionId });
  // Each mode and each guide has its own record, because another guide's answers are not a regression.
  const name = [museum.folder, ...(visitMode === 'guided' ? [visitMode] : []), ...(model ? [encodeURIComponent(model)] : [])];
  const file = path.join(recordsDir, [...name, 'json'].join('.'));
  const before = goldenRecordSchema.safeParse(parseJson(await readFile(file, 'utf8').catch(() => ''))).data;
  const { better, worse } = before ? compareGolden(results, before) : { better: [], worse: [] };
  const misses = showsAll ? results.filter(({ verdict }) => verdict !== 'right') : worse;
  print(`${museum.museum.name} (${museum.folder}), ${visitMode}`);
  print(`  asked: ${model === undefined ? 'the built-in guide' : `the language model ${model}`}`);
  if (standIns.length > 0) print(`  the built-in guide answered instead of the language model: ${countEach(standIns.splice(0))}`);
  for (const line of [...describeGolden(results), ...misses.map(describeMiss)]) print(indent(line));
  if (before) print(`  Since ${before.at} (${before.guide}): ${better.length} better, ${worse.length} worse.\n`);
  // The record stays unchanged after a regression, so that the next check reports the regression again.
  if (worse.length > 0) {
    process.exitCode = 1;
    return;
  }
  const record = recordGolden(results, { at: new Date().toISOString(), guide: model ?? 'embedded' });
  await mkdir(recordsDir, { recursive: true });
  await writeFile(file, JSON.stringify(record, undefined, 1));
}

/** The most frequent first. */
function countEach(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count]) => `${count} × ${reason}`)
    .join(', ');
}

const indent = (text: string) => `  ${text.replaceAll('\n', '\n  ')}`;

function orNothing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

const print = (text: string) => void process.stdout.write(`${text}\n`);
