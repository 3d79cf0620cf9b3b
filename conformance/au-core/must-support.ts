/** Must-support elements of each AU Core profile beyond those that are required. AU Core 2.0.0; Composition and the four after it, 2.1.0 draft. */

export type MustSupport = {
  readonly profile: string
  /** Dotted paths of the resource; `a:slice` is a slice of `a` that `slices` tells. */
  readonly paths: readonly string[]
}

const core = (name: string): string => `http://hl7.org.au/fhir/core/StructureDefinition/au-core-${name}`

const observation = 'status category code subject effective[x] value[x] dataAbsentReason'
const component = 'component component.code component.value[x] component.dataAbsentReason'
const quantity = 'valueQuantity.value valueQuantity.unit valueQuantity.system valueQuantity.code'
const vital = `${observation} category:vitalSigns ${component}`
const name = 'name name.use name.text name.family name.given'
const telecom = 'telecom telecom.system telecom.value'
const medicines =
  'medication[x] medicationCodeableConcept medicationReference medicationCodeableConcept.coding:pbs medicationCodeableConcept.coding:amt'

const row = (profile: string, paths: string): MustSupport => ({ profile: core(profile), paths: paths.split(' ') })

// biome-ignore format: one row a line
export const mustSupport: readonly MustSupport[] = [
  row('patient', `extension:indigenousStatus extension:genderIdentity extension:individualPronouns identifier identifier:ihi identifier:medicare identifier:dva ${name} ${telecom} telecom.use gender birthDate address communication communication.language communication.preferred`),
  row('allergyintolerance', 'clinicalStatus verificationStatus code patient onset[x] note reaction reaction.manifestation reaction.severity'),
  row('condition', 'clinicalStatus verificationStatus category severity code subject onset[x] abatement[x] note'),
  row('encounter', 'status class serviceType subject participant participant.type participant.individual period reasonCode reasonReference location location.location serviceProvider'),
  row('healthcareservice', 'identifier type name telecom'),
  row('immunization', 'status vaccineCode vaccineCode.coding:amt vaccineCode.coding:air patient occurrence[x] primarySource lotNumber note'),
  row('location', 'name type address physicalType managingOrganization'),
  row('medication', 'code code.coding:pbs code.coding:amt'),
  row('medicationrequest', `status intent ${medicines} subject encounter authoredOn requester reasonCode reasonReference dosageInstruction dosageInstruction.text`),
  row('medicationstatement', `status ${medicines} subject effective[x] dateAsserted reasonCode reasonReference dosage dosage.text`),
  row('organization', `identifier identifier:hpio identifier:abn type name ${telecom} address`),
  row('practitioner', 'identifier identifier:hpii name name.family name.given'),
  row('practitionerrole', `identifier identifier:medicareProvider practitioner organization code specialty ${telecom}`),
  row('procedure', 'status code subject encounter performed[x] reasonCode reasonReference'),
  row('relatedperson', `patient relationship ${name} telecom address`),
  row('bloodpressure', `${vital} component:systolic component:diastolic`),
  row('bodyheight', `${vital} ${quantity}`),
  row('bodytemp', `${vital} ${quantity}`),
  row('bodyweight', `${vital} ${quantity}`),
  row('heartrate', `${vital} ${quantity}`),
  row('resprate', `${vital} ${quantity}`),
  row('waistcircum', `${vital}`),
  row('smokingstatus', `${observation} category:socialHistory`),
  row('diagnosticresult', `${observation} performer bodySite hasMember ${component}`),
  row('diagnosticresult-path', `${observation} category:laboratory performer interpretation specimen referenceRange referenceRange.low referenceRange.high referenceRange.type referenceRange.text hasMember ${component}`),
  row('composition', 'text identifier status type subject date author title attester attester.mode attester.time attester.party custodian section section.title section.code section.text'),
  row('diagnosticreport', 'identifier status category code subject effective[x] issued performer result presentedForm'),
  row('documentreference', 'identifier status type category subject date author content content.attachment content.attachment.contentType content.attachment.data content.attachment.url context context.period'),
  row('endpoint', 'status connectionType name payloadType address'),
  row('medicationdispense', `status ${medicines} subject performer performer.actor authorizingPrescription quantity whenPrepared note dosageInstruction dosageInstruction.text`),
]

type Slice = {
  readonly slice: string
  /** Path below the sliced element, and what one of its values has to be. */
  readonly path: string
  readonly is: RegExp
}

const category = (slice: string, code: string): Slice => ({ slice, path: 'coding.code', is: new RegExp(`^${code}$`) })

// biome-ignore format: one row a line
export const slices: readonly Slice[] = [
  { slice: 'extension:indigenousStatus',   path: 'url', is: /\/indigenous-status$/ },
  { slice: 'extension:genderIdentity',     path: 'url', is: /\/individual-genderIdentity$/ },
  { slice: 'extension:individualPronouns', path: 'url', is: /\/individual-pronouns$/ },
  { slice: 'identifier:ihi',               path: 'type.coding.code', is: /^NI$/ },
  { slice: 'identifier:medicare',          path: 'type.coding.code', is: /^MC$/ },
  { slice: 'identifier:dva',               path: 'type.coding.code', is: /^DV[AGLOUW]/ },
  { slice: 'identifier:hpio',              path: 'system', is: /\/hi\/hpio\/1\.0$/ },
  { slice: 'identifier:abn',               path: 'system', is: /\/abn$/ },
  { slice: 'identifier:hpii',              path: 'type.coding.code', is: /^NPI$/ },
  { slice: 'identifier:medicareProvider',  path: 'type.coding.code', is: /^UPIN$/ },
  { slice: 'coding:pbs',                   path: 'system', is: /^http:\/\/pbs\.gov\.au\/code\/item$/ },
  { slice: 'coding:amt',                   path: 'system', is: /^http:\/\/snomed\.info\/sct$/ },
  { slice: 'coding:air',                   path: 'system', is: /air-vaccine-code-formats$/ },
  { slice: 'component:systolic',           path: 'code.coding.code', is: /^8480-6$/ },
  { slice: 'component:diastolic',          path: 'code.coding.code', is: /^8462-4$/ },
  category('category:vitalSigns', 'vital-signs'),
  category('category:socialHistory', 'social-history'),
  category('category:laboratory', 'laboratory'),
]
