/** The cases in which an engine sends: what its client reads of the answers, and what a FHIR client reads of the record. docs/inbound.md. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Case, say } from '../cases.ts'
import type { Answered, Engine } from './engine.ts'
import type { Served } from './judge.ts'
import { buildMessages, buildUnread, type Person, pageHash, type Sent } from './messages.ts'

type Open = (served: Served) => Promise<{ readonly engine: Engine }>

export const listSendingCases = (open: Open, person: Person): readonly Case<Served>[] => [
  {
    name: 'it sends an arrival, a report, a document and a referral, and a FHIR client reads what they say',
    run: async (served) => {
      const { engine } = await open(served)
      for (const message of Object.values(buildMessages(person)))
        assert.deepEqual(await sendTo(served, engine, message), {
          code: 'AA',
          controlId: message.controlId,
          errors: [],
        })
      assert.deepEqual(await readRecord(served, person), recordOf(person))
    },
  },
  {
    name: 'what it sends again is answered alike and stored once',
    run: async (served) => {
      const { engine } = await open(served)
      for (const message of Object.values(buildMessages(person)))
        assert.equal((await sendTo(served, engine, message)).code, 'AA')
      assert.deepEqual(await readRecord(served, person), recordOf(person))
    },
  },
  {
    name: 'it reads why a message of another type is refused',
    run: async (served) => {
      const { engine } = await open(served)
      const { code, errors } = await sendTo(served, engine, buildUnread(`${person.number}-unread`))
      assert.equal(code, 'AR')
      assert.match(errors.join('\n'), /MSH/)
    },
  },
  {
    name: 'each published sample that it can send is taken, or refused with a reason',
    run: async (served) => sendSamples(served, (await open(served)).engine, person),
  },
]

type Code = Pick<Answered, 'code' | 'controlId' | 'errors'>

async function sendTo({ mllpPort }: Served, engine: Engine, { bytes, charset }: Sent): Promise<Code> {
  const { fault, code, controlId, errors } = await engine.send(bytes, { port: mllpPort, charset })
  assert.equal(fault, undefined)
  return { code, controlId, errors }
}

type Attachment = { readonly contentType?: string; readonly data?: string; readonly url?: string }
type Found = {
  readonly id: string
  readonly name?: readonly { readonly family: string }[]
  readonly birthDate?: string
  readonly valueQuantity?: { readonly value: number; readonly unit: string }
  readonly presentedForm?: readonly Attachment[]
  readonly content?: readonly { readonly attachment: Attachment }[]
  readonly subject?: { readonly reference: string }
}

/** One of each, and of the referral its letter too. */
export const recordOf = ({ family }: Person) => ({
  patients: [`${family} 1964-02-29`],
  encounters: true,
  values: ['121.5 g/L'],
  reports: [[pageHash]],
  documents: [[pageHash], [pageHash]],
  referrals: 1,
})

export async function readRecord(served: Served, { number }: Person): Promise<ReturnType<typeof recordOf>> {
  const search = async (query: string): Promise<readonly Found[]> => {
    const { entry = [] } = await served.practice.clinician.fhir<{
      readonly entry?: readonly { readonly resource: Found }[]
    }>('GET', query)
    return entry.map(({ resource }) => resource)
  }
  const of = (type: string): Promise<readonly Found[]> => search(`/${type}?patient.identifier=${number}`)
  const hash = (attachments: readonly Attachment[]) => Promise.all(attachments.map((one) => hashOf(served, one)))
  const patients = await search(`/Patient?identifier=${number}`)
  return {
    patients: patients.map(({ name, birthDate }) => `${name?.[0]?.family} ${birthDate}`),
    encounters: (await of('Encounter')).length > 0,
    values: (await of('Observation')).flatMap(({ valueQuantity: one }) => (one ? [`${one.value} ${one.unit}`] : [])),
    reports: await Promise.all((await of('DiagnosticReport')).map(({ presentedForm = [] }) => hash(presentedForm))),
    documents: await Promise.all(
      (await of('DocumentReference')).map(({ content = [] }) => hash(content.map(({ attachment }) => attachment))),
    ),
    referrals: (await of('ServiceRequest')).length,
  }
}

/** Of an attachment, wherever its bytes are. */
async function hashOf({ practice }: Served, { data, url = '' }: Attachment): Promise<string> {
  const bytes =
    data === undefined
      ? await practice.clinician
          .fhir<{ readonly data: string }>('GET', url.replace(/^.*\/(?=Binary\/)/, '/'))
          .then((binary) => Buffer.from(binary.data, 'base64'))
      : Buffer.from(data, 'base64')
  return createHash('sha256').update(bytes).digest('hex')
}

/** Beside a checkout. */
const samples = join(import.meta.dirname, '../../../shared/hl7v2/samples')

/** Those of the types that enter the record, and that ask for an answer. */
const listSamples = (): readonly string[] =>
  ['au-synthetic', 'ms-fhir-converter']
    .flatMap((folder) => readdirSync(join(samples, folder)).map((name) => join(samples, folder, name)))
    .filter((file) => /^\W*MSH.*\b(?:ADT|ORU|MDM|REF)\W/.test(readFileSync(file, 'latin1')) && !file.includes('A40'))

/** A sample that an engine cannot parse never goes out, and counts as left. */
async function sendSamples(served: Served, engine: Engine, { number }: Person): Promise<void> {
  if (!existsSync(samples)) return say(`  left out: ${samples} is not there`)
  const counts = { taken: 0, refused: 0, left: 0 }
  for (const file of listSamples()) {
    const bytes = withControlId(readFileSync(file), `${number}-${basename(file, '.hl7')}`)
    const answered = await engine.send(bytes, { port: served.mllpPort, charset: 'latin1' })
    if (answered.fault !== undefined) counts.left += 1
    else counts[checkAnswer(basename(file), answered)] += 1
  }
  say(`  samples: ${counts.taken} taken, ${counts.refused} refused, ${counts.left} that the engine does not send`)
  assert.ok(counts.taken > 20, `${counts.taken} samples are taken`)
}

/** Many samples have the same MSH-10. */
function withControlId(bytes: Buffer, controlId: string): Buffer {
  const text = bytes.toString('latin1')
  const [, separator = '|'] = /MSH(.)/.exec(text) ?? []
  const [header = '', ...rest] = text.split(/(?=[\r\n])/)
  const fields = header.split(separator)
  if (fields.length > 9) fields[9] = controlId
  return Buffer.from([fields.join(separator), ...rest].join(''), 'latin1')
}

/** A sample whose MSH-15 asks for it gets the answer of the commit first. */
function checkAnswer(name: string, { code, errors }: Answered): 'taken' | 'refused' {
  if (code === 'AA' || code === 'CA') return 'taken'
  assert.ok((code === 'AR' || code === 'CR') && errors.length > 0, `${name} is answered ${code}`)
  return 'refused'
}
