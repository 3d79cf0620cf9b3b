/** Medicines: the Agency's guides, MEDICATION INSTRUCTION and Therapeutic Good. */
import type { CodeableConcept, Dosage, MedicationRequest, MedicationStatement } from '@medplum/fhirtypes'
import { codeSystems } from '../../../documents/code-systems.ts'
import { plainLine } from '../../../documents/plain-text.ts'
import type { MedicineFact } from '../../clinical-facts.ts'
import { oids } from '../codes.ts'
import { changeTypes, made, recommended, wordsOfChange } from '../medicine-changes.ts'
import { buildId } from '../parties.ts'
import { element, type XmlElement } from '../xml.ts'
import {
  buildConcept,
  codedValue,
  derivedId,
  entry,
  nctisCode,
  noteText,
  observation,
  relation,
  remark,
  stringText,
  unstatedValue,
  wordsOf,
} from './entries.ts'

type Medicine = MedicationStatement | MedicationRequest

const dosagesOf = (resource: Medicine): readonly Dosage[] =>
  (resource.resourceType === 'MedicationStatement' ? resource.dosage : resource.dosageInstruction) ?? []

const quantityWords = ({ value, unit, code }: { value?: number; unit?: string; code?: string } = {}): string =>
  value === undefined ? '' : `${value} ${unit ?? code ?? ''}`.trim()

/** The author's text, else what is stated in parts: amount, timing, route. */
function dosageWords({ text, patientInstruction, doseAndRate, timing, route }: Dosage): string {
  const whole = plainLine(text ?? patientInstruction ?? '')
  if (whole !== '') return whole
  const { frequency, period, periodUnit } = timing?.repeat ?? {}
  const repeat = frequency === undefined ? '' : `${frequency} times in ${period ?? 1} ${periodUnit ?? ''}`.trim()
  const timed = timing?.code === undefined ? repeat : wordsOf(timing.code)
  return [quantityWords(doseAndRate?.[0]?.doseQuantity), timed, wordsOf(route)].filter((part) => part !== '').join(', ')
}

/** Empty if no dose is stated. */
export const doseText = ({ resource }: MedicineFact): string =>
  dosagesOf(resource)
    .map(dosageWords)
    .filter((words) => words !== '')
    .join('; ')

const indicationOf = ({ resource }: MedicineFact): string =>
  (resource.reasonCode ?? [])
    .map((reason: CodeableConcept) => wordsOf(reason))
    .filter((words) => words !== '')
    .join('; ')

type Change = {
  readonly type: readonly [string, string]
  /** Absent: the document does not say whether it was made. */
  readonly status?: readonly [string, string]
}

/** AU Base medicine-item-change as NCTIS Change Type and Recommendation or Change. */
// biome-ignore format: one row a line
const changes: Readonly<Record<string, Change>> = {
  nochange:                     { type: changeTypes.unchanged,  status: made },
  changed:                      { type: changeTypes.changed,    status: made },
  amended:                      { type: changeTypes.changed,    status: made },
  new:                          { type: changeTypes.prescribed, status: made },
  prescribed:                   { type: changeTypes.prescribed, status: made },
  ceased:                       { type: changeTypes.ceased,     status: made },
  suspended:                    { type: changeTypes.suspended,  status: made },
  cancelled:                    { type: changeTypes.cancelled,  status: made },
  recommended:                  { type: changeTypes.changed,    status: recommended },
  'review-recommended':         { type: changeTypes.changed,    status: recommended },
  'new-recommended':            { type: changeTypes.prescribed, status: recommended },
  'prescription-recommended':   { type: changeTypes.prescribed, status: recommended },
  'cessation-recommended':      { type: changeTypes.ceased,     status: recommended },
  'suspension-recommended':     { type: changeTypes.suspended,  status: recommended },
  'cancellation-recommended':   { type: changeTypes.cancelled,  status: recommended },
}

/** NCTIS says the type more closely than AU Base, and AU Base whether it was made. */
function listedChange({ coding = [] }: CodeableConcept = {}): Change | undefined {
  const codeOf = (system: string): string => coding.find((one) => one.system === system)?.code ?? ''
  const listed = changes[codeOf(codeSystems.medicineItemChange)]
  const type = Object.values(changeTypes).find(([code]) => code === codeOf(`urn:oid:${oids.changeType}`))
  if (type === undefined) return listed
  return { type, ...(listed?.status === undefined ? {} : { status: listed.status }) }
}

/** By the medicines list, else by a status that says that the medicine has ended. Undefined: the document does not say. */
export function changeOf({ flag, resource: { status } }: MedicineFact): Change | undefined {
  const listed = listedChange(flag)
  if (listed !== undefined) return listed
  if (status === 'stopped') return changes['ceased']
  if (status === 'on-hold') return changes['suspended']
  return status === 'cancelled' ? changes['cancelled'] : undefined
}

const ended: ReadonlySet<readonly [string, string]> = new Set([
  changeTypes.ceased,
  changeTypes.cancelled,
  changeTypes.suspended,
])

/** No longer taken: by its change, else by its status. */
export function isCeased(fact: MedicineFact): boolean {
  const change = changeOf(fact)
  const { status = '' } = fact.resource
  if (change?.status === undefined) return ['completed', 'stopped', 'cancelled', 'on-hold'].includes(status)
  return change.status === made && ended.has(change.type)
}

/** The change in words, else the status. */
const itemStatus = (fact: MedicineFact): string =>
  changeOf(fact)?.type[1] ?? plainLine(fact.resource.status ?? '').replace(/^[a-z]/, (letter) => letter.toUpperCase())

const buildConsumable = ({ medicine }: MedicineFact): XmlElement =>
  element('consumable', {}, [
    element('manufacturedProduct', {}, [element('manufacturedMaterial', {}, [buildConcept('code', medicine)])]),
  ])

const listRemarks = (fact: MedicineFact, indicationName: string, mood: string): readonly XmlElement[] => {
  const indication = indicationOf(fact)
  const comment = noteText(fact.resource)
  return [
    ...(indication === '' ? [] : [relation('RSON', remark(fact.id, ['103.10141', indicationName], indication, mood))]),
    ...(comment === '' ? [] : [relation('COMP', remark(fact.id, ['103.16044', 'Additional Comments'], comment))]),
  ]
}

/** What a guide calls the status of a change; absent where it has no change. */
export type ChangeNames = {
  readonly status: string
  /** A specialist letter: a ceased medicine is a negated entry, and a dose that nobody stated is left out. */
  readonly isLetter?: true
}

/** With dose and, where the guide has it, the change. A dose that nobody stated has no information. */
export const buildMedication = (fact: MedicineFact, names?: ChangeNames): XmlElement => {
  const dose = doseText(fact)
  const change = changeOf(fact)
  // Specialist Letter 1.3, 7.1.3.1: a medicine that has been ceased is not given.
  const isNegated = names?.isLetter === true && change?.type === changeTypes.ceased && change.status === made
  const negationInd = isNegated ? 'true' : undefined
  return entry(
    element('substanceAdministration', { classCode: 'SBADM', moodCode: 'EVN', negationInd }, [
      buildId(fact.id),
      buildDose(dose, names?.isLetter === true),
      buildConsumable(fact),
      ...listRemarks(fact, 'Clinical Indication', 'EVN'),
      names === undefined ? undefined : buildChange(fact, names),
    ]),
  )
}

const buildDose = (dose: string, isOptional: boolean): XmlElement | undefined => {
  if (dose !== '') return stringText(dose)
  return isOptional ? undefined : element('text', { 'xsi:type': 'ST', nullFlavor: 'NI' })
}

function buildChange(fact: MedicineFact, names: ChangeNames): XmlElement {
  const change = changeOf(fact)
  const status = observation([
    derivedId(fact.id, 'change status'),
    nctisCode('103.16595', names.status),
    change?.status === undefined ? unstatedValue('changeStatus') : codedValue('changeStatus', change.status),
  ])
  return relation(
    'SPRT',
    observation([
      derivedId(fact.id, 'change'),
      nctisCode('103.16593', 'Change Type'),
      change === undefined ? unstatedValue('changeType') : codedValue('changeType', change.type),
      relation('COMP', status),
    ]),
  )
}

const words = (text: string): XmlElement => element('code', {}, [element('originalText', {}, [text])])

/** A medicine of a discharge summary, current or ceased: the status of the item, and the change in words. */
export function buildTherapeuticGood(fact: MedicineFact): XmlElement {
  const dose = doseText(fact)
  const hasEnded = isCeased(fact)
  const change = changeOf(fact)
  return entry(
    element('substanceAdministration', { classCode: 'SBADM', moodCode: 'EVN' }, [
      buildId(fact.id),
      dose === '' ? undefined : stringText(dose),
      element('statusCode', { code: hasEnded ? 'cancelled' : 'active' }),
      buildConsumable(fact),
      relation('SUBJ', observation([derivedId(fact.id, 'item status'), words(itemStatus(fact))]), true),
      ...(hasEnded ? [] : listRemarks(fact, 'Reason for Therapeutic Good', 'RQO')),
      change === undefined && !hasEnded
        ? undefined
        : relation('SPRT', observation([derivedId(fact.id, 'change'), words(changeWords(fact))])),
    ]),
  )
}

/** The author's words, else those of the codes. */
const changeWords = (fact: MedicineFact): string => {
  const change = changeOf(fact)
  const words = plainLine(fact.flag?.text ?? '')
  if (words !== '') return change?.status === recommended ? wordsOfChange(['', words], recommended) : words
  return change?.status === undefined ? itemStatus(fact) : wordsOfChange(change.type, change.status)
}
