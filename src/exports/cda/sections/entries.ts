/** What entries of coded sections are made of: CDA R2 4.3.6, as the Agency's guides write it. */
import type { CodeableConcept, Coding } from '@medplum/fhirtypes'
import { codeSystems } from '../../../documents/code-systems.ts'
import { nameUuid } from '../../../documents/name-uuid.ts'
import { plainLine, plainText } from '../../../documents/plain-text.ts'
import { codeSystemNames, oids } from '../codes.ts'
import { buildCode, buildId } from '../parties.ts'
import { element, type XmlElement, type XmlNode } from '../xml.ts'

type Content = readonly (XmlNode | undefined)[]

export const nctisCode = (code: string, display: string): XmlElement => buildCode('code', 'nctis', [code, display])

/** Datatype ST. */
export const stringText = (text: string): XmlElement => element('text', { 'xsi:type': 'ST' }, [plainText(text).trim()])

export const derivedId = (id: string, part: string): XmlElement => buildId(nameUuid(`${id} ${part}`))

export const entry = (content: XmlElement): XmlElement => element('entry', { typeCode: 'DRIV' }, [content])

export const relation = (typeCode: string, content: XmlElement, isInverted = false): XmlElement =>
  element('entryRelationship', { typeCode, inversionInd: isInverted ? 'true' : undefined }, [content])

export const observation = (content: Content): XmlElement =>
  element('observation', { classCode: 'OBS', moodCode: 'EVN' }, content)

/** A remark of its own: clinical indication, comment, reason. */
export const remark = (
  id: string,
  [code, display]: readonly [string, string],
  text: string,
  mood = 'EVN',
): XmlElement =>
  element('act', { classCode: 'INFRM', moodCode: mood }, [
    derivedId(id, code),
    nctisCode(code, display),
    stringText(text),
  ])

/** Systems that CDA can name by an object identifier. */
const systems: Readonly<Record<string, readonly [oid: string, name: string]>> = {
  [codeSystems.snomed]: [oids.snomed, codeSystemNames.snomed ?? ''],
  [codeSystems.loinc]: [oids.loinc, codeSystemNames.loinc ?? ''],
  'http://hl7.org/fhir/sid/icd-10': ['2.16.840.1.113883.6.3', 'ICD-10'],
}

const systemOf = ({ system = '' }: Coding): readonly [string, string | undefined] | undefined => {
  const oid = /^urn:oid:([0-2](?:\.(?:0|[1-9]\d*))+)$/.exec(system)?.[1]
  return systems[system] ?? (oid === undefined ? undefined : [oid, undefined])
}

/** In words: the text, else a display, else the code. */
export const wordsOf = ({ text, coding = [] }: CodeableConcept = {}): string =>
  plainLine(text ?? coding.find(({ display }) => display !== undefined)?.display ?? coding[0]?.code ?? '')

/**
 * Datatype CD: SNOMED CT first, else the first coding whose system CDA can name, and the words as the author has them. `as` gives the
 * attributes of a value.
 */
export function buildConcept(
  name: string,
  concept: CodeableConcept,
  { as = {}, words = wordsOf(concept) }: { readonly as?: XmlElement['attributes']; readonly words?: string } = {},
): XmlElement {
  const known = (concept.coding ?? []).filter((coding) => systemOf(coding) !== undefined && coding.code !== undefined)
  const coding = known.find(({ system }) => system === codeSystems.snomed) ?? known[0]
  const [codeSystem, codeSystemName] = (coding === undefined ? undefined : systemOf(coding)) ?? []
  const code =
    coding?.code === undefined
      ? {}
      : { code: coding.code.trim(), codeSystem, codeSystemName, displayName: plainLine(coding.display ?? words) }
  return element(name, { ...as, ...code }, [words === '' ? undefined : element('originalText', {}, [words])])
}

export const conceptValue = (concept: CodeableConcept, words = wordsOf(concept)): XmlElement =>
  buildConcept('value', concept, { as: { 'xsi:type': 'CD' }, words })

export const codedValue = (system: keyof typeof oids, [code, display]: readonly [string, string]): XmlElement => {
  const { name, attributes } = buildCode('value', system, [code, display])
  return element(name, { 'xsi:type': 'CD', ...attributes })
}

/** The document does not say: words beside the codes of the system, as an Event Summary demands them. */
export const unstatedValue = (system: keyof typeof oids): XmlElement =>
  element('value', { 'xsi:type': 'CD', nullFlavor: 'OTH', codeSystem: oids[system] }, [
    element('originalText', {}, ['Not stated']),
  ])

/** Notes of a FHIR resource as one text. */
export const noteText = ({ note = [] }: { readonly note?: readonly { readonly text?: string }[] }): string =>
  note
    .map(({ text = '' }) => plainText(text).trim())
    .filter((text) => text !== '')
    .join('\n')

/** A text of its own: synopsis, narrative, information. `name` makes its id. */
export const buildAct = (
  name: string,
  [code, display]: readonly [string, string],
  text: string,
  classCode = 'ACT',
): XmlElement =>
  entry(
    element('act', { classCode, moodCode: 'EVN' }, [
      buildId(nameUuid(name)),
      nctisCode(code, display),
      stringText(text),
    ]),
  )
