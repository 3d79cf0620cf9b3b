/** How fast both are, warm, on the same resources under the same profiles. */
import type { Judged } from '../test/profiles/cases/ours.ts'
import { listExamples, type Seed } from '../test/profiles/cases/seeds.ts'
import type { Reference } from './reference.ts'

type Ours = (asked: { readonly text: string; readonly profiles: readonly string[] }) => Judged

const core = 'http://hl7.org.au/fhir/core/StructureDefinition/au-core-'
const types = ['Patient', 'Encounter', 'Condition', 'Observation', 'MedicationRequest'] as const

/** Until both have compiled what they compile. */
const warmUps = 100

export async function comparePace(reference: Reference, ours: Ours): Promise<string> {
  const examples = listExamples('AU Core examples', 100_000)
  const rows: string[] = []
  const document = listExamples('R4 examples', 100_000).find(({ name }) => name === 'Bundle-father')
  if (document !== undefined) rows.push(await compareOn(document, 'Bundle', { reference, ours }))
  for (const type of types) {
    const example = examples.find(({ name }) => name.startsWith(`${type}-`))
    if (example !== undefined) rows.push(await compareOn(example, type, { reference, ours }))
  }
  if (rows.length === 0) return 'The examples are not on this machine: nothing was timed.'
  return ['| warm, text to verdict, by processor time | ours/s | HAPI/s | ratio |', '|---|---|---|---|', ...rows].join(
    '\n',
  )
}

type Both = { readonly reference: Reference; readonly ours: Ours }

async function compareOn({ text }: Seed, type: string, { reference, ours }: Both): Promise<string> {
  const profiles = type === 'Observation' || type === 'Bundle' ? [] : [`${core}${type.toLowerCase()}`]
  const { microseconds = Number.NaN } = await reference.ask({ text, profiles, repeat: warmUps })
  const own = timeMedian(() => ours({ text, profiles }))
  return `| ${type} | ${perSecond(own)} | ${perSecond(microseconds)} | ${(microseconds / own).toFixed(0)} |`
}

/** Microseconds of the processor for one, by batches. */
function timeMedian(work: () => void): number {
  const batch = 50
  const times: number[] = []
  for (let round = 0; round < 20; round += 1) {
    const start = process.cpuUsage()
    for (let index = 0; index < batch; index += 1) work()
    const { user, system } = process.cpuUsage(start)
    times.push((user + system) / batch)
  }
  return times.sort((one, other) => one - other)[times.length / 2] ?? Number.NaN
}

const perSecond = (microseconds: number): string => Math.round(1_000_000 / microseconds).toLocaleString('en')
