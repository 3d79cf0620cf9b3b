/**
 * How many resources a second one core holds against AU Core, how soon a process is ready for it, and how much memory it takes.
 * The ratio to the reference validator is in `npm run judge:validator`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject, type JsonObject, parseJson } from '../src/core/json.ts'
import { openDefinitions } from '../src/profiles/definitions/definitions.ts'
import { openJudge } from '../test/profiles/cases/ours.ts'

const root = join(import.meta.dirname, '..')
const cache = join(root, 'node_modules/.cache/banksia')
const core = 'http://hl7.org.au/fhir/core/StructureDefinition/au-core-'
const shared = '../shared/au-core/examples'

const subjects = [
  { type: 'Patient', file: `${shared}/Patient-banks-mia-leanne.json` },
  { type: 'Encounter', file: `${shared}/Encounter-discharge-1.json` },
  { type: 'Condition', file: `${shared}/Condition-uti.json` },
  { type: 'Composition', file: 'node_modules/hl7.fhir.au.base/example/Composition-different-authors.json' },
  // A document of 36 kB, against R4.
  { type: 'Bundle', file: 'judges/node_modules/hl7.fhir.r4.examples/Bundle-father.json' },
] as const

const present = subjects.filter(({ file }) => existsSync(join(root, file)))
const say = (line: string): void => void process.stdout.write(`${line}\n`)

type Subject = { readonly text: string; readonly resource: JsonObject; readonly profiles: readonly string[] }

function readSubject({ type, file }: (typeof subjects)[number]): Subject {
  const text = readFileSync(join(root, file), 'utf8')
  const resource = parseJson(text)
  if (!isJsonObject(resource)) throw new Error('a subject is an object')
  return { text, resource, profiles: type === 'Bundle' ? [] : [`${core}${type.toLowerCase()}`] }
}

/** Does the work of a process before its first answer, measured in a process of its own. */
async function becomeReady(): Promise<void> {
  const judge = openJudge(await openDefinitions(cache))
  for (const { resource, profiles } of present.map(readSubject)) judge(resource, profiles)
  const readyMs = Math.round(performance.now())
  const { user, system } = process.cpuUsage()
  const processorMs = Math.round((user + system) / 1000)
  const { rss } = process.memoryUsage()
  say(JSON.stringify({ readyMs, processorMs, residentMb: Math.round(rss / 1e6) }))
}

/** The best of several rounds: other work on the machine only slows a round. */
function countPerSecond(work: () => void, rounds = 7): number {
  const roundMs = 400
  let best = 0
  for (let round = 0; round < rounds; round += 1) {
    const start = process.cpuUsage()
    let count = 0
    let spent = 0
    while (spent < roundMs) {
      for (let index = 0; index < 50; index += 1) work()
      count += 50
      const { user, system } = process.cpuUsage(start)
      spent = (user + system) / 1000
    }
    best = Math.max(best, (count / spent) * 1000)
  }
  return Math.round(best)
}

async function measure(): Promise<void> {
  const judge = openJudge(await openDefinitions(cache))
  say('| under AU Core | validations/s of processor time | with reading its JSON | bytes | errors |')
  say('|---|---|---|---|---|')
  for (const subject of present) {
    const { text, resource, profiles } = readSubject(subject)
    const errors = judge(resource, profiles).filter(({ severity }) => severity === 'error').length
    const alone = countPerSecond(() => judge(resource, profiles))
    const read = countPerSecond(() => judge(parseJson(text), profiles))
    say(
      `| ${subject.type} | ${alone.toLocaleString('en')} | ${read.toLocaleString('en')} | ${text.length} | ${errors} |`,
    )
  }
  for (const { type, file } of subjects.filter(({ file }) => !existsSync(join(root, file))))
    say(`| ${type} | absent: ${file} | | | |`)
  const child = spawnSync(process.execPath, ['--no-warnings', import.meta.filename, '--ready'], { encoding: 'utf8' })
  const ready = JSON.parse(child.stdout) as Readonly<Record<'readyMs' | 'processorMs' | 'residentMb', number>>
  const took = `${ready.readyMs} ms (${ready.processorMs} ms of processor time)`
  say(`\nA new process has held all of these against AU Core after ${took}, with ${ready.residentMb} MB resident.`)
}

await (process.argv.includes('--ready') ? becomeReady() : measure())
