/** The consultation or stay of a CDA header: when, where, who answers for it, and how it ended. CDA R2 4.2.3.5; R4 encounter.html. */
import type { Encounter, EncounterParticipant, Location, Patient, Reference } from '@medplum/fhirtypes'
import { codeSystems } from '../../documents/code-systems.ts'
import type { XmlNode } from '../../profiles/xml/xml-tree.ts'
import { readOrganization, readRole } from './people.ts'
import type { Reading } from './reading.ts'
import { readConcept, readTime } from './values.ts'
import { attributeOf, childrenOf, findNode } from './xml-nodes.ts'

const isStated = (node: XmlNode | undefined): node is XmlNode =>
  node !== undefined && attributeOf(node, 'nullFlavor') === undefined

export function readEncounter(
  reading: Reading,
  root: XmlNode,
  subject: Reference<Patient> | undefined,
): Reference<Encounter> | undefined {
  const node = findNode(root, 'componentOf', 'encompassingEncounter')
  if (node === undefined) return undefined
  const time = findNode(node, 'effectiveTime')
  const start = readTime(findNode(time, 'low')) ?? readTime(time)
  const end = readTime(findNode(time, 'high'))
  const period = { ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) }
  const disposition = findNode(node, 'dischargeDispositionCode')
  const dischargeDisposition = isStated(disposition) ? readConcept(disposition) : undefined
  const encounter: Encounter = {
    resourceType: 'Encounter',
    status: end === undefined ? 'unknown' : 'finished',
    class: readConcept(findNode(node, 'code'))?.coding?.[0] ?? { system: codeSystems.nullFlavor, code: 'UNK' },
    ...(subject === undefined ? {} : { subject }),
    ...listParticipants(reading, node),
    ...(start === undefined && end === undefined ? {} : { period }),
    ...(dischargeDisposition === undefined ? {} : { hospitalization: { dischargeDisposition } }),
    ...readPlace(reading, node),
  }
  if (findNode(node, 'responsibleParty') !== undefined)
    reading.leave('componentOf/encompassingEncounter/responsibleParty', 'is not carried')
  return reading.add(encounter, node)
}

const participationType = 'http://terminology.hl7.org/CodeSystem/v3-ParticipationType'

/** v3-ParticipationType, as far as R4 encounter-participant-type has it. */
const types: ReadonlySet<string> = new Set(['ADM', 'ATND', 'CON', 'DIS', 'REF'])

function listParticipants(reading: Reading, node: XmlNode): Pick<Encounter, 'participant'> {
  const participant = childrenOf(node, 'encounterParticipant').flatMap((one): EncounterParticipant[] => {
    const code = attributeOf(one, 'typeCode') ?? ''
    const entity = findNode(one, 'assignedEntity')
    // R4 Encounter.participant.individual is a person.
    const isPerson = findNode(entity, 'assignedPerson') !== undefined
    const individual = types.has(code) && isPerson ? readRole(reading, entity) : undefined
    if (individual === undefined) {
      reading.leave('componentOf/encompassingEncounter/encounterParticipant', 'is not carried')
      return []
    }
    return [{ type: [{ coding: [{ system: participationType, code }] }], individual }]
  })
  return participant.length === 0 ? {} : { participant }
}

function readPlace(reading: Reading, node: XmlNode): Pick<Encounter, 'serviceProvider' | 'location'> {
  const facility = findNode(node, 'location', 'healthCareFacility')
  if (facility === undefined) return {}
  const serviceProvider = readOrganization(reading, findNode(facility, 'serviceProviderOrganization'))
  const code = findNode(facility, 'code')
  const type = isStated(code) ? readConcept(code) : undefined
  if (findNode(facility, 'location') !== undefined)
    reading.leave('componentOf/encompassingEncounter/location/healthCareFacility/location', 'is not carried')
  const place: Location | undefined = type === undefined ? undefined : { resourceType: 'Location', type: [type] }
  return {
    ...(serviceProvider === undefined ? {} : { serviceProvider }),
    ...(place === undefined ? {} : { location: [{ location: reading.add(place, facility) }] }),
  }
}
