/** The consultation or stay that a document is about: CDA R2 4.2.3.5. A discharge summary tells more of it than other documents. */
import type { CodeableConcept } from '@medplum/fhirtypes'
import { nameUuid } from '../../documents/name-uuid.ts'
import { plainLine } from '../../documents/plain-text.ts'
import { type CareFacts, readCareFacts } from '../care-facts.ts'
import type { ClinicianFacts, OrganizationFacts } from '../facts/people-facts.ts'
import { codeSystemNames, oids, separationModes } from './codes.ts'
import type { HeaderInput } from './header-input.ts'
import { buildAssignedEntity, buildCode, buildId, buildOrganization } from './parties.ts'
import { element, type XmlElement } from './xml.ts'

export function buildComponentOf({ input, facts, time, guide }: HeaderInput): XmlElement | undefined {
  const { period, hospitalization } = facts.encounter ?? {}
  const { start, end } = period ?? {}
  if (start === undefined) return undefined
  return element('componentOf', {}, [
    element('encompassingEncounter', {}, [
      element('effectiveTime', {}, [
        element('low', { value: time(start) }),
        end === undefined ? undefined : element('high', { value: time(end) }),
      ]),
      ...(guide === 'dischargeSummary'
        ? listStay(readCareFacts(input.bundle), hospitalization?.dischargeDisposition)
        : []),
    ]),
  ])
}

const listStay = (care: CareFacts, disposition: CodeableConcept | undefined): readonly (XmlElement | undefined)[] => [
  buildDisposition(disposition),
  care.responsible === undefined ? undefined : buildDischarger(care.responsible),
  care.provider === undefined ? undefined : buildLocation(care, care.provider),
]

const dischargeDisposition = 'http://terminology.hl7.org/CodeSystem/discharge-disposition'

/** AS 5017's separation modes are broader than FHIR's dispositions. What is not stated stays unknown. */
function buildDisposition({ coding = [], text }: CodeableConcept = {}): XmlElement {
  const own = coding.find(({ system }) => system === `urn:oid:${oids.separationMode}`)?.code
  const broader = coding.find(({ system }) => system === dischargeDisposition)?.code
  const mode = separationModes.find(({ code, dispositions }) => code === own || dispositions.includes(broader ?? ''))
  if (mode !== undefined) return buildCode('dischargeDispositionCode', 'separationMode', [mode.code, mode.display])
  const words = plainLine(text ?? coding[0]?.display ?? '')
  return words === ''
    ? element('dischargeDispositionCode', { nullFlavor: 'NI' })
    : element('dischargeDispositionCode', {}, [element('originalText', {}, [words])])
}

const buildDischarger = (clinician: ClinicianFacts): XmlElement =>
  element('encounterParticipant', { typeCode: 'DIS' }, [buildAssignedEntity(clinician)])

const roleCode = 'http://terminology.hl7.org/CodeSystem/v3-RoleCode'

function buildLocation({ place }: CareFacts, provider: OrganizationFacts): XmlElement {
  const type = place?.type?.[0]
  const coding = type?.coding?.find(({ system, code }) => system === roleCode && code !== undefined)
  const words = plainLine(type?.text ?? type?.coding?.[0]?.display ?? place?.name ?? '')
  const code =
    coding?.code === undefined
      ? element(
          'code',
          words === '' ? { nullFlavor: 'NI' } : {},
          words === '' ? [] : [element('originalText', {}, [words])],
        )
      : element('code', {
          code: coding.code,
          codeSystem: oids.roleCode,
          codeSystemName: codeSystemNames.roleCode,
          displayName: plainLine(coding.display ?? words),
        })
  return element('location', {}, [
    element('healthCareFacility', {}, [
      buildId(nameUuid(`facility ${provider.id}`)),
      code,
      element('serviceProviderOrganization', {}, [
        element('asOrganizationPartOf', {}, [buildOrganization('wholeOrganization', provider)]),
      ]),
    ]),
  ])
}
