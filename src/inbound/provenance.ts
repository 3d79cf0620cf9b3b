/** Where the resources of a message come from. Published maps MSH[Provenance-Source], EVN[Provenance]. */
import type { Provenance, ProvenanceAgent } from '@medplum/fhirtypes'
import { codeSystems } from '../documents/code-systems.ts'
import { readConcept } from './datatypes/concepts.ts'
import { senderAuthority } from './datatypes/identifiers.ts'
import { addAuthority, readXcn } from './datatypes/people.ts'
import { readDateTime, readInstant } from './datatypes/times.ts'
import type { Reading } from './reading.ts'

/** Names the message (MSH-10), the sender (MSH-3, MSH-4), the event, and who entered it. */
export function addProvenance(reading: Reading): void {
  const { header } = reading.message
  const target = reading.targets
  if (target.length === 0) return
  const evn = reading.find('EVN')
  const [made, occurred] = [header.value(7), evn?.value(6) ?? evn?.value(2)]
  const recorded = made === undefined ? undefined : readInstant(made, reading)
  const occurredDateTime = occurred === undefined ? undefined : readDateTime(occurred, reading)
  const cause = evn?.value(4)
  const reason = cause === undefined ? undefined : readConcept(cause, reading, { table: '0062' })
  const provenance: Provenance = {
    resourceType: 'Provenance',
    target: [...target],
    ...(occurredDateTime === undefined ? {} : { occurredDateTime }),
    recorded: recorded ?? reading.settings.receivedAt,
    activity: { text: eventText(reading) },
    ...(reason === undefined ? {} : { reason: [reason] }),
    agent: listAgents(reading),
    entity: [
      {
        role: 'source',
        what: { identifier: { system: reading.localSystem('messages'), value: header.text(10).trim() } },
      },
    ],
  }
  reading.entries.push({
    fullUrl: reading.localSystem(`${header.raw(10)} provenance`),
    resource: provenance,
    request: { method: 'POST', url: 'Provenance' },
  })
}

const eventText = ({ message: { header } }: Reading): string =>
  [1, 2, 3]
    .map((component) => header.text(9, component).trim())
    .filter((text) => text !== '')
    .join('^')

const typeOf = (code: string): NonNullable<ProvenanceAgent['type']> => ({
  coding: [{ system: codeSystems.provenanceParticipant, code }],
})

/** The facility is the author, the application assembled it, the operator entered it. */
function listAgents(reading: Reading): ProvenanceAgent[] {
  const { header } = reading.message
  const facility = addAuthority(reading, senderAuthority(reading))
  const application = [1, 2]
    .map((component) => header.text(3, component).trim())
    .filter((text) => text !== '')
    .join(' ')
  const operators = (reading.find('EVN')?.values(5) ?? []).flatMap((value) => readXcn(value, reading) ?? [])
  const agents: ProvenanceAgent[] = [
    ...(facility === undefined ? [] : [{ type: typeOf('author'), who: facility }]),
    ...(application === '' ? [] : [{ type: typeOf('assembler'), who: { display: application } }]),
    ...operators.map((who) => ({ type: typeOf('enterer'), who: who as ProvenanceAgent['who'] })),
  ]
  return agents.length > 0 ? agents : [{ type: typeOf('author'), who: { display: 'Sender of HL7 v2' } }]
}
