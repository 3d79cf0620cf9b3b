/** Immunisations: the Agency's guides, Administered Immunisation. */
import type { Immunization } from '@medplum/fhirtypes'
import type { Stated } from '../../clinical-facts.ts'
import { buildId } from '../parties.ts'
import { element, type XmlElement } from '../xml.ts'
import { buildConcept, entry } from './entries.ts'
import { effectiveTime, type RenderTime } from './times.ts'

/** R4 has the time of occurrence as a string too, which is no time of CDA. */
export const hasTime = ({ resource }: Stated<Immunization>): boolean => resource.occurrenceDateTime !== undefined

export function buildImmunisation({ id, resource }: Stated<Immunization>, time: RenderTime): XmlElement {
  const dose = resource.protocolApplied?.[0]?.doseNumberPositiveInt
  const sequence = element('entryRelationship', { typeCode: 'COMP' }, [
    element('sequenceNumber', { value: String(dose) }),
    element('supply', { classCode: 'SPLY', moodCode: 'EVN' }, [element('independentInd', { value: 'false' })]),
  ])
  return entry(
    element('substanceAdministration', { classCode: 'SBADM', moodCode: 'EVN' }, [
      buildId(id),
      effectiveTime(resource.occurrenceDateTime ?? '', time),
      element('consumable', {}, [
        element('manufacturedProduct', {}, [
          element('manufacturedMaterial', {}, [buildConcept('code', resource.vaccineCode)]),
        ]),
      ]),
      dose === undefined ? undefined : sequence,
    ]),
  )
}
