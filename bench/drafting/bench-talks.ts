/**
 * Drafts notes of made-up talks and scores them against the truth.
 *
 *     npm run bench:talks                      200 talks of each grammar
 *     npm run bench:talks -- --talks 1000      as many as the documented figures
 *     npm run bench:talks -- --show 7          the talk of grammar A with that seed, its truth, and the scored note; --grammar b for B
 */
import { parseArgs } from 'node:util'
import type { Note } from '../../src/core/clinical-note.ts'
import { draftNote } from '../../src/drafting/compose/draft.ts'
import { builtInTemplates } from '../../src/hub/templates/built-in-templates.ts'
import { grammars, lexiconOf } from './grammars.ts'
import { addScores, scoreNote, type Totals } from './score-talks.ts'
import type { Talk } from './talks/truth.ts'
import { generateTalk, generateTalks } from './talks.ts'

const { values: options } = parseArgs({
  options: {
    talks: { type: 'string', default: '200' },
    show: { type: 'string' },
    grammar: { type: 'string', default: 'a' },
  },
})

const [{ version: template }] = builtInTemplates

const draft = ({ segments }: Talk): Note =>
  draftNote({ template, transcriptId: 'talk', segments, record: [] }) // biome-ignore format: short

const percent = (value: number): string => value.toFixed(3)
const print = (line: string): void => void process.stdout.write(`${line}\n`)

function printTotals(name: string, totals: Totals): void {
  const { talks, statements, found, right, repeatedOrTrivial, quoted, errors, traps, foundByKind } = totals
  print(`\nGrammar ${name.toUpperCase()}: ${talks} talks, ${(statements / talks).toFixed(1)} statements a note`)
  print(
    `  facts found, whole         words ${percent(found.words)}  claims ${percent(found.claims)}  both ${percent(found.both)}  (named, attributes or not: ${percent(found.named)})`,
  )
  print(
    `  statements right           words ${percent(right.words)}  claims ${percent(right.claims)}  both ${percent(right.both)}`,
  )
  print(`  repeated or trivial        ${percent(repeatedOrTrivial)}   quoted ${percent(quoted)}`)
  for (const judge of ['words', 'claims'] as const) {
    const counts = Object.entries(errors[judge]).map(([kind, count]) => `${kind} ${count.toFixed(0)}`)
    print(`  errors by ${judge.padEnd(6)} (per 1,000)  ${counts.join('  ')}`)
  }
  print(`  traps stated               ${Object.entries(traps).map(([kind, count]) => `${kind} ${count}`).join('  ') || 'none'}`) // biome-ignore format: short
  print(`  found by kind              ${Object.entries(foundByKind).map(([kind, each]) => `${kind} ${(each.found / each.wanted).toFixed(2)}`).join('  ')}`) // biome-ignore format: short
}

function show(talk: Talk): void {
  for (const { id, speaker, uncertain, text } of talk.segments)
    print(`${id.padEnd(5)} ${speaker.slice(0, 1)}${uncertain ? '?' : ' '} ${text}`)
  const { statements, wanted, found } = scoreNote(draft(talk), talk, lexiconOf(talk.grammar))
  print('')
  for (const { section, text, verdict, errors, traps, isRepeated } of statements) print(`${section.padEnd(11)} ${verdict.words}/${verdict.claims}${isRepeated ? ' repeated' : ''} ${[...errors.words, '|', ...errors.claims].join(' ')} ${traps.join(' ')}  ${text}`) // biome-ignore format: short
  print('')
  for (const fact of wanted) print(`${found.words.includes(fact) ? 'W' : '-'}${found.claims.includes(fact) ? 'C' : '-'} ${fact.kind} ${fact.concept} ${fact.polarity} ${fact.time} ${[fact.side, fact.value, fact.frequency, fact.duration, fact.change, fact.relative].filter((each) => each !== undefined).join(', ')} (${fact.segments.join(' ')})`) // biome-ignore format: short
  for (const trap of talk.traps)
    print(`trap ${trap.kind} ${trap.concept} ${trap.side ?? ''} ${trap.value ?? ''} (${trap.segments.join(' ')})`)
}

if (options.show !== undefined) {
  const grammar = grammars.find(({ name }) => name === options.grammar)
  if (grammar === undefined) throw new Error(`The grammars are ${grammars.map(({ name }) => name).join(', ')}`)
  show(generateTalk(grammar, Number(options.show)))
} else
  for (const grammar of grammars) {
    const talks = generateTalks(grammar, Number(options.talks))
    printTotals(grammar.name, addScores(talks.map((talk) => scoreNote(draft(talk), talk, lexiconOf(grammar.name)))))
  }
