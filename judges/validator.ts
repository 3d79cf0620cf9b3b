/**
 * Our verdicts and HL7's reference validator's on the same cases with the same packages, and how fast each is.
 * `--record` keeps the reference's verdicts for the tests, `--list` names where they differ, `--every N` takes each Nth case alone,
 * `--group NAME` takes the cases of the groups whose names begin so.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDefinitions } from '../src/profiles/definitions/definitions.ts'
import { agrees, type Compared, compare, listAllCases } from '../test/profiles/cases/all-cases.ts'
import type { Case } from '../test/profiles/cases/cases.ts'
import { openOurs } from '../test/profiles/cases/ours.ts'
import { ownProfiles, ownValueSets } from '../test/profiles/cases/own-profiles.ts'
import { sliceProfiles } from '../test/profiles/cases/slice-profiles.ts'
import { readVerdicts, type Verdict, writeVerdicts } from '../test/profiles/cases/verdicts.ts'
import { comparePace } from './pace.ts'
import { packages } from './packages.ts'
import { type Answer, listMissing, openReference, type Reference } from './reference.ts'

const root = join(import.meta.dirname, '..')
const {
  record,
  list,
  every: given,
  group,
} = parseArgs({
  options: {
    record: { type: 'boolean' },
    list: { type: 'boolean' },
    every: { type: 'string', default: '1' },
    group: { type: 'string', default: '' },
  },
}).values
const every = Number(given)

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)}%`

async function judge(): Promise<void> {
  const definitions = await openDefinitions(join(root, 'node_modules/.cache/banksia'))
  const reference = await openReference(packages)
  for (const definition of [...ownProfiles, ...sliceProfiles, ...ownValueSets]) await reference.load(definition)
  const all = listAllCases(definitions.registry)
  const cases = all.filter((each, index) => index % every === 0 && each.group.startsWith(group))
  const verdicts = await takeVerdicts(reference, cases)
  const ours = openOurs(definitions)
  const compared = compare(verdicts, ours)
  if (record === true && every === 1) {
    const known = readVerdicts(all)
    writeVerdicts(new Map(all.flatMap((each) => pair(each, verdicts.get(each) ?? known.get(each)))))
  }
  if (list === true) for (const row of compared) if (!agrees(row)) say(describe(row))
  say(renderAgreement(compared))
  if (group === '') say(await comparePace(reference, ours))
  reference.close()
}

const pair = (each: Case, verdict: Verdict | undefined): [Case, Verdict][] =>
  verdict === undefined ? [] : [[each, verdict]]

/** Without those that it could not finish: a text that is no JSON is invalid, anything else it throws says nothing. */
async function takeVerdicts(reference: Reference, cases: readonly Case[]): Promise<Map<Case, Verdict>> {
  const verdicts = new Map<Case, Verdict>()
  for (const each of cases) {
    const { text, profiles } = each
    const answer = await reference.ask({ text, ...(profiles === undefined ? {} : { profiles }) })
    if (answer.failure === undefined || answer.failure.includes('gson'))
      verdicts.set(each, { valid: answer.valid, errors: listErrors(answer) })
  }
  return verdicts
}

const listErrors = ({ issues }: Answer): string[] => {
  const errors = issues.filter(({ severity }) => severity === 'error' || severity === 'fatal')
  return [...new Set(errors.map(({ id }) => id ?? 'parser'))].slice(0, 4)
}

function renderAgreement(compared: readonly Compared[]): string {
  const groups = Map.groupBy(compared, ({ each }) => each.group)
  const rows = [...groups, ['all', compared] as const].map(([group, rows]) => {
    const same = rows.filter(agrees).length
    const strict = rows.filter(({ theirs, ours }) => theirs.valid && !ours.valid).length
    const lenient = rows.length - same - strict
    return `| ${group} | ${rows.length} | ${same} | ${percent(same, rows.length)} | ${strict} | ${lenient} |`
  })
  const head = [
    '| cases | number | same verdict | | only ours refuses | only the reference refuses |',
    '|---|---|---|---|---|---|',
  ]
  return [...head, ...rows].join('\n')
}

function describe({ each, theirs, ours }: Compared): string {
  const found = ours.findings
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, expression }) => `${rule} ${expression}`)
  return `- ${each.id} | reference: ${theirs.errors.join(', ') || 'valid'} | ours: ${found.slice(0, 3).join(', ') || 'valid'}`
}

const missing = listMissing()
if (missing.length === 0) await judge()
else {
  say(`not run, not on this machine: ${missing.join(', ')}`)
  process.exitCode = process.env['CI'] ? 1 : 0
}
