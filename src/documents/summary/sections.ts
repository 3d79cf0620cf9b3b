/** The sections of a patient summary, each with the resources that belong to it. IPS 2.0.0 StructureDefinition-Composition-uv-ips.html; D117. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'

/** A search of one type in the record of the patient. */
export type Source = {
  readonly type: string
  /** Parameters beside the patient. */
  readonly query?: readonly (readonly [name: string, value: string])[]
  /** Only the newest of each code. */
  readonly isLatest?: true
  readonly keeps: (resource: JsonObject) => boolean
}

export type SectionRow = {
  /** LOINC. */
  readonly code: string
  readonly title: string
  /** What the section is about, within a sentence. */
  readonly about: string
  /** The profile demands it, also if it is empty. */
  readonly isRequired?: true
  readonly sources: readonly Source[]
}

const codesOf = (concept: JsonValue | undefined): string[] =>
  isJsonObject(concept) && Array.isArray(concept['coding'])
    ? concept['coding'].flatMap((coding) =>
        isJsonObject(coding) && typeof coding['code'] === 'string' ? [coding['code']] : [],
      )
    : []

const statusOf = ({ status }: JsonObject): string => (typeof status === 'string' ? status : '')
const hasStatus =
  (...kept: readonly string[]) =>
  (resource: JsonObject): boolean =>
    kept.includes(statusOf(resource))

/** R4 conditions and allergies that somebody has refuted or entered by mistake say nothing about the patient. */
const isAsserted = ({ verificationStatus }: JsonObject): boolean =>
  !codesOf(verificationStatus).some((code) => code === 'refuted' || code === 'entered-in-error')

const past: ReadonlySet<string> = new Set(['inactive', 'remission', 'resolved'])
const isPast = ({ clinicalStatus }: JsonObject): boolean => codesOf(clinicalStatus).some((code) => past.has(code))

/** Without a clinical status it may be current, so it is not left out. */
const isCurrent = (resource: JsonObject): boolean => isAsserted(resource) && !isPast(resource)

const isOrdered = (resource: JsonObject): boolean =>
  hasStatus('active', 'on-hold', 'unknown')(resource) && resource['doNotPerform'] !== true

const observed = (category: string): Source => ({
  type: 'Observation',
  query: [['category', category]],
  isLatest: true,
  keeps: hasStatus('registered', 'preliminary', 'final', 'amended', 'corrected'),
})

const taken = hasStatus('active', 'intended', 'on-hold', 'unknown')

// biome-ignore format: one row a line
export const summarySections: readonly SectionRow[] = [
  { code: '48765-2',  title: 'Allergies and intolerances', about: 'allergies and intolerances', isRequired: true, sources: [{ type: 'AllergyIntolerance', keeps: isCurrent }] },
  { code: '10160-0',  title: 'Medication summary',         about: 'medicines',                  isRequired: true, sources: [{ type: 'MedicationStatement', keeps: taken }, { type: 'MedicationRequest', keeps: isOrdered }] },
  { code: '11450-4',  title: 'Problem list',               about: 'problems',                   isRequired: true, sources: [{ type: 'Condition', keeps: isCurrent }] },
  { code: '11369-6',  title: 'Immunisations',              about: 'immunisations', sources: [{ type: 'Immunization', keeps: hasStatus('completed') }] },
  { code: '47519-4',  title: 'Procedures',                 about: 'procedures',    sources: [{ type: 'Procedure', keeps: hasStatus('completed', 'in-progress') }] },
  { code: '30954-2',  title: 'Results',                    about: 'results',       sources: [observed('laboratory'), observed('imaging')] },
  { code: '8716-3',   title: 'Vital signs',                about: 'vital signs',   sources: [observed('vital-signs')] },
  { code: '29762-2',  title: 'Social history',             about: 'social history', sources: [observed('social-history')] },
  { code: '46264-8',  title: 'Medical devices',            about: 'devices',       sources: [{ type: 'DeviceUseStatement', keeps: hasStatus('active', 'intended', 'on-hold') }] },
  { code: '11348-0',  title: 'Past problems',              about: 'past problems', sources: [{ type: 'Condition', keeps: (one) => isAsserted(one) && isPast(one) }] },
  { code: '18776-5',  title: 'Plan of care',               about: 'plans',         sources: [{ type: 'CarePlan', keeps: hasStatus('active') }] },
  { code: '104605-1', title: 'Alerts',                     about: 'alerts',        sources: [{ type: 'Flag', keeps: hasStatus('active') }] },
]
