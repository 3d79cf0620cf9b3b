/** Judges made statements and their wrong twins, and counts them by cause. bench/drafting/made/README.md */
import { type Judgement, judgeStatement } from '../judge-statement.ts'
import { grammarA } from '../talks/a/grammar.ts'
import { grammarC } from '../talks/c/grammar.ts'
import { grammarD } from '../talks/d/grammar.ts'
import { grammarE } from '../talks/e/grammar.ts'
import type { Grammar } from '../talks/grammar.ts'
import { generateTalks } from '../talks.ts'
import { type Pair, twinClasses } from './made.ts'
import { makePairs } from './make-pairs.ts'

/** Rules may be made from what `--lost` lists; of the other grammar only counts are shown. */
const open: readonly Grammar[] = [grammarA, grammarC, grammarD]
const apart: readonly Grammar[] = [grammarE]
const talksEach = 24

type JudgedPair = { readonly pair: Pair; readonly right: Judgement | undefined; readonly wrong: Judgement }
type Write = (line: string) => void

async function judgePairs(grammar: Grammar): Promise<readonly JudgedPair[]> {
  const judged: JudgedPair[] = []
  for (const talk of generateTalks(grammar, talksEach))
    for (const pair of makePairs(talk, grammar)) {
      const right = pair.right === undefined ? undefined : await judgeStatement(talk.segments, pair.right)
      judged.push({ pair, right, wrong: await judgeStatement(talk.segments, pair.wrong) })
    }
  return judged
}

const share = (kept: number, all: number): string => `${String(kept).padStart(5)} of ${String(all).padStart(5)}  ${all === 0 ? '-    ' : (kept / all).toFixed(3)}` // biome-ignore format: short
const countKept = (judgements: readonly Judgement[]): string => share(judgements.filter(({ isKept }) => isKept).length, judgements.length) // biome-ignore format: short
const rightsOf = (judged: readonly JudgedPair[]): readonly Judgement[] => judged.flatMap(({ right }) => (right === undefined ? [] : [right])) // biome-ignore format: short
const row = (judged: readonly JudgedPair[]): string => `right ${countKept(rightsOf(judged))}   wrong ${countKept(judged.map(({ wrong }) => wrong))}` // biome-ignore format: short

function writeCounts(write: Write, name: string, judged: readonly JudgedPair[]): void {
  write(`made, grammar ${name}: kept`)
  write(`  ${'all'.padEnd(20)} ${row(judged)}`)
  for (const twin of twinClasses) {
    const own = judged.filter(({ pair }) => pair.twin === twin)
    write(`    ${twin.padEnd(18)} ${''.padStart(25)}wrong ${countKept(own.map(({ wrong }) => wrong))}`)
  }
  for (const [about, own] of Map.groupBy(judged, ({ pair }) => pair.about)) write(`    ${about.padEnd(18)} ${row(own)}`)
}

function writeCauses(write: Write, judged: readonly JudgedPair[]): void {
  const rules = rightsOf(judged).flatMap(({ isKept, rules: own }) => (isKept ? [] : [own.join(' ')]))
  const counts = [...Map.groupBy(rules, (rule) => rule)].map(([rule, own]) => [rule, own.length] as const)
  write('  right ones left out, by their findings')
  for (const [rule, count] of counts.toSorted((a, b) => b[1] - a[1]).slice(0, 15)) write(`    ${String(count).padStart(5)}  ${rule}`) // biome-ignore format: short
}

function writeLost(write: Write, judged: readonly JudgedPair[]): void {
  for (const { pair, right, wrong } of judged) {
    const show = (made: Pair['wrong'], what: string, { rules }: Judgement): void =>
      write(`${pair.talk.grammar}${pair.talk.seed} ${pair.about} ${what}: ${made.text} <- ${rules.join(' ')} | ${made.evidence.map(({ segment, role }) => `${role[0]}:${pair.talk.segments[segment]?.text}`).join(' / ')}`) // biome-ignore format: short
    if (right?.isKept === false && pair.right !== undefined) show(pair.right, 'RIGHT', right)
    if (wrong.isKept) show(pair.wrong, `WRONG ${pair.twin}`, wrong)
  }
}

/** Prints the counts of the open grammars, with the causes, and the counts of the grammar that is kept apart. */
export async function measureMade(write: Write, { isLost }: { readonly isLost: boolean }): Promise<void> {
  const judged = (await Promise.all(open.map(judgePairs))).flat()
  if (isLost) writeLost(write, judged)
  writeCounts(write, 'A, C, D', judged)
  writeCauses(write, judged)
  writeCounts(write, 'E (scored only)', (await Promise.all(apart.map(judgePairs))).flat())
}
