/** ADRM on data types: identifiers, codes, people, times, and data with a media type. ADRM appendix 5: 000003 to 000007, 00044, 00046. */
import {
  type FieldType,
  listObserved,
  listTyped,
  listValues,
  type ParsedMessage,
  type Place,
  placeOf,
  subComponentsOf,
  type Value,
} from './parsed-message.ts'
import { type AdrmRule, documents, everything, results } from './rule.ts'
import { hl7Types, mimeTypes, table0200, table0203 } from './tables.ts'

type Test = (part: (component: number) => string, value: Value, message: ParsedMessage) => boolean

/** Where a value of these is broken. `part` is a component, empty where it is absent. */
const among = (list: (message: ParsedMessage) => readonly Value[], isBroken: Test) => (message: ParsedMessage) =>
  list(message)
    .filter((value) => isBroken((component) => value.components[component - 1] ?? '', value, message))
    .map(({ place }): Place => place)

const typed = (type: FieldType, isBroken: Test) => among((message) => listTyped(message, type), isBroken)

const hpioArc = '1.2.36.1.2001.1003.0.'
const hpioForm = /^1\.2\.36\.1\.2001\.1003\.0\.800362\d{10}$/

const hasNameSpace: Test = (part) => part(1) === '' || (part(2) !== '' && part(3) !== '' && part(4) !== '')
const entityRule = (id: string, name: string, field: number): AdrmRule => ({
  id,
  of: documents,
  says: `${name}-${field} qualifies its number by name space, universal id and its type.`,
  find: among(
    (message) => listValues(message, name, field),
    (...given) => !hasNameSpace(...given),
  ),
})

const entityRules: readonly AdrmRule[] = [
  entityRule('HL7au:000003', 'OBR', 2),
  entityRule('HL7au:000004.1', 'OBR', 3),
  entityRule('HL7au:000005', 'ORC', 2),
  entityRule('HL7au:000006', 'ORC', 3),
  entityRule('HL7au:000007', 'ORC', 4),
  entityRule('HL7au:00044.3.2', 'RF1', 6),
]

// biome-ignore format: one row a line
const identifierRules: readonly AdrmRule[] = [
  { id: 'HL7au:00044.1.1', of: documents, says: 'A CX has an identifier.',                              find: typed('CX', (part) => part(1) === '') },
  { id: 'HL7au:00044.1.2', of: documents, says: 'A CX has an assigning authority.',                     find: typed('CX', (part) => part(4) === '') },
  { id: 'HL7au:00044.1.3', of: documents, says: 'A CX has an identifier type of table 0203.',           find: typed('CX', (part) => !table0203.has(part(5))) },
  { id: 'HL7au:000043.1',  of: documents, says: 'MSH-4 names the sending facility.',                    find: (message) => listValues(message, 'MSH', 4).length === 0 ? ['MSH-4'] : [] },
  { id: 'HL7au:00044.2.1', of: documents, says: 'A facility with an HPI-O has the name of the organisation.', find: typed('HD', (part) => part(2) !== '' && part(1) === '') },
  { id: 'HL7au:00044.2.2', of: documents, says: 'The HPI-O of a facility is 16 digits under its arc.',  find: typed('HD', (part) => part(2).startsWith(hpioArc) && !hpioForm.test(part(2))) },
  { id: 'HL7au:00044.2.3', of: documents, says: 'The HPI-O of a facility is of type ISO.',              find: typed('HD', (part) => part(2).startsWith(hpioArc) && part(3) !== 'ISO') },
  { id: 'HL7au:00044.3.1', of: documents, says: 'An EI has an identifier.',                             find: typed('EI', (part) => part(1) === '') },
  { id: 'HL7au:00044.3.3', of: documents, says: 'The HPI-O of an EI is of type ISO.',                   find: typed('EI', (part) => part(3).startsWith(hpioArc) && !['', 'ISO'].includes(part(4))) },
  { id: 'HL7au:00044.3.4', of: documents, says: 'The HPI-O of an EI is 16 digits under its arc.',       find: typed('EI', (part) => part(3).startsWith(hpioArc) && !hpioForm.test(part(3))) },
  { id: 'HL7au:00044.7.1', of: documents, says: 'An XCN has an identifier.',                            find: typed('XCN', (part) => part(1) === '') },
  { id: 'HL7au:00044.7.2', of: documents, says: 'An XCN has an assigning authority.',                   find: typed('XCN', (part) => part(9) === '') },
  { id: 'HL7au:00044.7.3', of: documents, says: 'An XCN has a name type of table 0200.',                find: typed('XCN', (part) => !table0200.has(part(10))) },
  { id: 'HL7au:00044.7.4', of: documents, says: 'An XCN has an identifier type of table 0203.',         find: typed('XCN', (part) => !table0203.has(part(13))) },
  { id: 'HL7au:00044.7.5', of: documents, says: 'An XCN has a surname.',                                find: typed('XCN', (part, _, message) => (subComponentsOf(message, part(2))[0] ?? '') === '') },
  { id: 'HL7au:00044.8.1', of: everything, says: 'A time with an hour has the offset of its zone.',     find: typed('TS', (part) => /^\d{9,}/.test(part(1)) && !/[+-]\d{4}$/.test(part(1))) },
]

/** A public code system comes first; `L` and `99...` are the sender's own. ADRM table 0396. */
const isLocal = (system: string): boolean => system === 'L' || system.startsWith('99')

type CodedNumbers = Readonly<Record<'system' | 'code' | 'text' | 'otherSystem' | 'otherCode', string>>

/** The rules that CE, CNE and CWE share, under their numbers. */
const codedRules = (
  type: string,
  list: (message: ParsedMessage) => readonly Value[],
  number: CodedNumbers,
): readonly AdrmRule[] =>
  [
    { id: number.system, says: `A ${type} with an identifier has its coding system.`, isBroken: missing(3, 1) },
    { id: number.code, says: `A ${type} with a coding system has an identifier.`, isBroken: missing(1, 3) },
    { id: number.text, says: `A ${type} has a text to show.`, isBroken: lacksText },
    { id: number.otherSystem, says: `An alternate identifier of a ${type} has its system.`, isBroken: missing(6, 4) },
    { id: number.otherCode, says: `An alternate system of a ${type} has an identifier.`, isBroken: missing(4, 6) },
  ].map(({ id, says, isBroken }) => ({ id, of: documents, says, find: among(list, isBroken) }))

const missing =
  (wanted: number, given: number): Test =>
  (part) =>
    part(wanted) === '' && part(given) !== ''

/** ADRM 000008.1.2: the text of a display segment's code may be blank. */
const lacksText: Test = (part) => part(2) === '' && part(3) !== 'AUSPDI'

const listCe = (message: ParsedMessage): readonly Value[] => [
  ...listTyped(message, 'CE'),
  ...listObserved(message, 'CE'),
]

const numbers = (prefix: string, [system, code, text, otherSystem, otherCode]: readonly number[]): CodedNumbers => ({
  system: `HL7au:${prefix}.${system}`,
  code: `HL7au:${prefix}.${code}`,
  text: `HL7au:${prefix}.${text}`,
  otherSystem: `HL7au:${prefix}.${otherSystem}`,
  otherCode: `HL7au:${prefix}.${otherCode}`,
})

const codeRules: readonly AdrmRule[] = [
  ...codedRules('CE', listCe, numbers('00044.4', [1, 2, 3, 5, 6])),
  ...codedRules('CNE', (message) => listObserved(message, 'CNE'), numbers('00044.5', [1, 2, 3, 4, 5])),
  ...codedRules('CWE', (message) => listObserved(message, 'CWE'), numbers('00044.6', [1, 2, 3, 4, 5])),
  {
    id: 'HL7au:00044.4.4',
    of: results,
    says: 'Of two codes, the one of LOINC comes first.',
    find: among(listCe, (part) => part(6) === 'LN' && part(3) !== 'LN' && !isLocal(part(3))),
  },
  {
    id: 'HL7au:00044.4.8',
    of: documents,
    says: 'The two codes of a CE are of different systems.',
    find: among(listCe, (part) => part(3) !== '' && part(3) === part(6)),
  },
  {
    id: 'HL7au:000034.1',
    of: documents,
    says: 'Of the codes of a value, a public one comes before a local one.',
    find: among(
      (message) => ['CE', 'CNE', 'CWE'].flatMap((type) => listObserved(message, type)),
      (part) => isLocal(part(3)) && part(6) !== '' && !isLocal(part(6)),
    ),
  },
  {
    id: 'HL7au:000034.2',
    of: documents,
    says: 'Of the codes of an observation, the local one is the alternate.',
    find: among(
      (message) => listValues(message, 'OBX', 3),
      (part) => isLocal(part(3)) && part(6) !== '' && !isLocal(part(6)),
    ),
  },
]

/** A value of text is one component, so a separator within it was not escaped. */
const listText = (message: ParsedMessage): readonly Value[] =>
  ['FT', 'ST'].flatMap((type) => listObserved(message, type))

/** Fields that do not repeat. */
// biome-ignore format: pairs
const single = [['PID', 5], ['PID', 7], ['PID', 8], ['OBR', 3], ['OBR', 4], ['OBR', 24], ['OBX', 3]] as const

/** HL7 v2.4 2.10; those of characters by their number are another rule's. */
const escapes = /\\(?:[FSTREHN]|\.(?:br|sp|in|ti|sk|fi|nf|ce)[ +-]?\d*|X(?:[\dA-F]{2})+|C[\dA-F]{4}|M[\dA-F]{4,6})\\/g

const listFields = (message: ParsedMessage) =>
  message.segments.flatMap((segment) =>
    segment.fields.flatMap((raw, field) =>
      segment.name === 'MSH' && field < 3 ? [] : [{ raw, place: placeOf(segment, field) }],
    ),
  )

const escapeRules: readonly AdrmRule[] = [
  {
    id: 'HL7au:00046.1.2',
    of: documents,
    says: 'A component separator within a text is escaped.',
    find: among(listText, (_, { components }) => components.length > 1),
  },
  {
    id: 'HL7au:00046.1.3',
    of: documents,
    says: 'A sub-component separator within a text is escaped.',
    find: among(listText, (_, { components }, { delimiters }) =>
      components.some((part) => part.includes(delimiters.subComponent)),
    ),
  },
  {
    id: 'HL7au:00046.1.4',
    of: documents,
    says: 'A repetition separator within a value is escaped: a field that does not repeat has one value.',
    find: (message) =>
      single.flatMap(([name, field]) =>
        message.segments
          .filter((segment) => segment.name === name)
          .filter(({ fields }) => fields[field]?.includes(message.delimiters.repetition) === true)
          .map((segment) => placeOf(segment, field)),
      ),
  },
  {
    id: 'HL7au:00046.1.5',
    of: documents,
    says: 'A backslash within a value is escaped: each one begins or ends an escape sequence.',
    find: (message) =>
      listFields(message)
        .filter(({ raw }) => raw.includes('\\') && raw.replace(escapes, '').includes('\\'))
        .map(({ place }) => place),
  },
  {
    id: 'ADRM 3.1.1.5',
    of: documents,
    says: 'Characters are not escaped by their numbers.',
    find: (message) =>
      listFields(message)
        .filter(({ raw }) => (raw.match(escapes) ?? []).some((sequence) => /^\\[XCM]/.test(sequence)))
        .map(({ place }) => place),
  },
]

/** `type` and `subtype` of ED (2, 3) and RP (3, 4): what one says, the other has to allow. */
const mediaRules = (type: 'ED' | 'RP', prefix: string, first: number): readonly AdrmRule[] =>
  [
    { id: `${prefix}.5`, table: mimeTypes, says: `The type of an ${type} is the MIME type of its subtype.` },
    { id: `${prefix}.6`, table: hl7Types, says: `The type of an ${type} is the one of table 0191 for its subtype.` },
  ].map(({ id, table, says }) => ({
    id,
    of: documents,
    says,
    find: among(
      (message) => listObserved(message, type),
      (part) => {
        const allowed = Object.hasOwn(table, part(first + 1)) ? table[part(first + 1)] : undefined
        const given = part(first).toUpperCase()
        return allowed !== undefined && given !== '' && !allowed.some((each) => each.toUpperCase() === given)
      },
    ),
  }))

const valuedRules = (type: 'ED' | 'RP', prefix: string, parts: readonly (readonly [number, string])[]) =>
  parts.map(
    ([component, name], index): AdrmRule => ({
      id: `${prefix}.${index + 1}`,
      of: documents,
      says: `An ${type} has ${name}.`,
      find: among(
        (message) => listObserved(message, type),
        (part) => part(component) === '',
      ),
    }),
  )

const dataRules: readonly AdrmRule[] = [
  ...valuedRules('ED', 'HL7au:00044.10.1', [
    [2, 'a type of data'],
    [3, 'a subtype'],
    [4, 'an encoding'],
    [5, 'data'],
  ]),
  ...mediaRules('ED', 'HL7au:00044.10.1', 2),
  ...valuedRules('RP', 'HL7au:00044.11.1', [
    [1, 'a pointer'],
    [2, 'an application'],
    [3, 'a type of data'],
    [4, 'a subtype'],
  ]),
  ...mediaRules('RP', 'HL7au:00044.11.1', 3),
]

export const typeRules: readonly AdrmRule[] = [
  ...entityRules,
  ...identifierRules,
  ...codeRules,
  ...escapeRules,
  ...dataRules,
]
