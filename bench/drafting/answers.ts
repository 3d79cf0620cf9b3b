/**
 * Judges recorded answers of models as those of an HTTP drafter are judged, and counts which statements stay: `npm run bench:answers`.
 * Rules are made from `answers/open`; of `answers/kept` only counts are shown. `--lost` lists the open statements that are judged wrongly.
 * `--made` judges statements that are written from the truth of made-up talks instead (bench/drafting/made/README.md).
 */
import { listConsultations } from '../consultations.ts'
import { type JudgedAnswer, judgeAnswers } from './judge-answers.ts'
import { measureMade } from './made/measure-made.ts'

const classes = ['time', 'sense', 'scope', 'person', 'drug', 'attribute', 'plan'] as const

const write = (line: string): void => void process.stdout.write(`${line}\n`)

function writeCounts(name: string, judged: readonly JudgedAnswer[]): void {
  const count = (rows: readonly JudgedAnswer[]) => {
    const kept = rows.filter(({ isKept }) => isKept).length
    return `${String(kept).padStart(4)} of ${String(rows.length).padStart(4)}  ${rows.length === 0 ? '-' : (kept / rows.length).toFixed(3)}`
  }
  const wrong = judged.filter(({ recorded }) => recorded.verdict === 'wrong')
  write(`${name}: kept`)
  write(`  right          ${count(judged.filter(({ recorded }) => recorded.verdict === 'right'))}`)
  write(`  wrong          ${count(wrong)}`)
  for (const own of classes) write(`    ${own.padEnd(12)} ${count(wrong.filter(({ recorded }) => recorded.class === own))}`) // biome-ignore format: short
}

const isLost = ({ recorded, isKept }: JudgedAnswer): boolean => isKept !== (recorded.verdict === 'right')

function writeLost(judged: readonly JudgedAnswer[]): void {
  for (const { talk, recorded, rules } of judged.filter(isLost))
    write(`${talk} ${recorded.class ?? 'right'} [${recorded.evidence.map(({ segment }) => segment).join(' ')}] ${recorded.text} <- ${rules.join(' ')}`) // biome-ignore format: short
}

async function main(): Promise<void> {
  if (process.argv.includes('--made')) {
    await measureMade(write, { isLost: process.argv.includes('--lost') })
    return
  }
  const consultations = listConsultations()
  if (consultations.length === 0) {
    write('No consultations beside the checkout: nothing measured.')
    return
  }
  const open = await judgeAnswers('open', consultations)
  if (process.argv.includes('--lost')) writeLost(open)
  writeCounts('open', open)
  if (!process.argv.includes('--open')) writeCounts('kept', await judgeAnswers('kept', consultations))
}

await main()
