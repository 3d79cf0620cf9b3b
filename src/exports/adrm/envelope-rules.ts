/** ADRM on the header, the delimiters and the bytes of a message. ADRM appendix 5: 000019 to 000049. */
import {
  componentsOf,
  type ParsedMessage,
  type ParsedSegment,
  placeOf,
  rawOf,
  segmentsOf,
  subComponentsOf,
} from './parsed-message.ts'
import { type AdrmRule, documents, everything, isLevel1, kindOf, placesWhere, referrals, results } from './rule.ts'
import { fieldCounts, requiredFields, requiredSegments, segmentsNotInReferrals } from './tables.ts'

const mostBytes = 16 * 1024 * 1024

const header = (message: ParsedMessage, field: number): string => rawOf(message, 'MSH', field)
const headerPart = (message: ParsedMessage, field: number, component: number): string =>
  componentsOf(message, header(message, field))[component - 1] ?? ''
const hasParts = (message: ParsedMessage, component: string, parts: readonly string[]): boolean =>
  subComponentsOf(message, component).join('|') === parts.join('|')
const listSegments = ({ segments }: ParsedMessage, has: (segment: ParsedSegment) => boolean): readonly string[] =>
  segments.filter(has).map(({ name, number }) => (number === 1 ? name : `${name}[${number}]`))

/** Unvalued is ASCII. */
const isAscii = (message: ParsedMessage): boolean => ['', 'ASCII'].includes(header(message, 18))
const isControl = (byte: number): boolean => byte < 0x20 && byte !== 0x0d

function isUtf8({ bytes }: ParsedMessage): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    // The decoder throws for anything that is no UTF-8, and for nothing else.
    return false
  }
}

const isReferralProfile = (message: ParsedMessage): boolean =>
  ['HL7AU-OO-REF-SIMPLIFIED-201706', 'HL7AU-OO-REF-SIMPLIFIED-201706-L1'].some((profile) =>
    hasParts(message, headerPart(message, 12, 3), [profile, '', 'L']),
  )

// biome-ignore format: one row a line
const delimiterRules: readonly AdrmRule[] = [
  { id: 'HL7au:000024.1', of: everything, says: 'The field separator is a vertical bar.',     find: ({ delimiters }) => placesWhere(delimiters.field !== '|', 'MSH-1') },
  { id: 'HL7au:000024.2', of: everything, says: 'The component separator is a circumflex.',   find: ({ delimiters }) => placesWhere(delimiters.component !== '^', 'MSH-2') },
  { id: 'HL7au:000024.3', of: everything, says: 'The sub-component separator is an ampersand.', find: ({ delimiters }) => placesWhere(delimiters.subComponent !== '&', 'MSH-2') },
  { id: 'HL7au:000024.4', of: everything, says: 'The repetition separator is a tilde.',       find: ({ delimiters }) => placesWhere(delimiters.repetition !== '~', 'MSH-2') },
  { id: 'HL7au:000024.5', of: everything, says: 'The escape character is a backslash.',       find: ({ delimiters }) => placesWhere(delimiters.escape !== '\\', 'MSH-2') },
]

// biome-ignore format: one row a line
const headerRules: readonly AdrmRule[] = [
  { id: 'HL7au:000040.1', of: everything, says: 'MSH-12 names version 2.4.',                           find: (message) => placesWhere(headerPart(message, 12, 1) !== '2.4', 'MSH-12') },
  { id: 'HL7au:000040.2', of: everything, says: 'MSH-12 names Australia by code, name and code system.', find: (message) => placesWhere(!hasParts(message, headerPart(message, 12, 2), ['AUS', 'Australia', 'ISO3166_1']), 'MSH-12') },
  { id: 'HL7au:000040.3', of: results,    says: 'MSH-12 of a result names the localisation.',          find: (message) => placesWhere(!hasParts(message, headerPart(message, 12, 3), ['HL7AU-OO-201701', '', 'L']), 'MSH-12') },
  { id: 'HL7au:000040.4', of: ['REF', 'RRI'], says: 'MSH-12 of a referral and of its response names the simplified profile of Level 1 or 2.', find: (message) => placesWhere(!isReferralProfile(message), 'MSH-12') },
  { id: 'HL7au:000041',   of: everything, says: 'MSH-17 is AUS.',                                      find: (message) => placesWhere(header(message, 17) !== 'AUS', 'MSH-17') },
  { id: 'HL7au:000042',   of: everything, says: 'MSH-19 is English by its ISO 639 code.',              find: (message) => placesWhere(componentsOf(message, header(message, 19)).join('|') !== 'en|English|ISO639', 'MSH-19') },
  { id: 'HL7au:00047.1',  of: documents,  says: 'MSH-15 always asks for an accept acknowledgement.',   find: (message) => placesWhere(header(message, 15) !== 'AL', 'MSH-15') },
  { id: 'HL7au:00047.2',  of: documents,  says: 'MSH-16 always asks for an application acknowledgement.', find: (message) => placesWhere(header(message, 16) !== 'AL', 'MSH-16') },
  { id: 'HL7au:00048.3.1', of: everything, says: 'MSH-18 is empty, ASCII, UNICODE UTF-8 or 8859/1.',   find: (message) => placesWhere(!['', 'ASCII', 'UNICODE UTF-8', '8859/1'].includes(header(message, 18)), 'MSH-18') },
  { id: 'HL7au:00049.1',  of: everything, says: 'MSH-9 has a message type.',                           find: (message) => placesWhere(headerPart(message, 9, 1) === '', 'MSH-9') },
  { id: 'HL7au:00049.2',  of: everything, says: 'MSH-9 has a trigger event.',                          find: (message) => placesWhere(headerPart(message, 9, 2) === '', 'MSH-9') },
  { id: 'HL7au:00049.3',  of: everything, says: 'MSH-9 has a message structure.',                      find: (message) => placesWhere(headerPart(message, 9, 3) === '', 'MSH-9') },
  { id: 'HL7au:000020',   of: everything, says: 'Message types and events that begin with Z are not sent.', find: (message) => placesWhere([1, 2].some((part) => headerPart(message, 9, part).startsWith('Z')), 'MSH-9') },
  { id: 'ADRM 7.3.1.9',   of: ['REF', 'RRI'], says: 'A referral is REF^I12^REF_I12, its response RRI^I12^RRI_I12.', find: (message) => placesWhere(isOtherEvent(message), 'MSH-9') },
]

function isOtherEvent(message: ParsedMessage): boolean {
  const [code = '', event = '', structure = ''] = componentsOf(message, header(message, 9))
  const isWhole = code !== '' && event !== '' && structure !== '' && !`${code}|${event}`.match(/^Z|\|Z/)
  return isWhole && (event !== 'I12' || structure !== `${code}_I12`)
}

const byteRules: readonly AdrmRule[] = [
  {
    id: 'HL7au:000019',
    of: everything,
    says: 'A message has at most 16 MiB.',
    find: ({ bytes }) => placesWhere(bytes.length > mostBytes, 'MSH'),
  },
  {
    id: 'HL7au:00048.1',
    of: everything,
    says: 'Without another character set, every byte is ASCII from 32 to 127, or the carriage return that ends a segment.',
    find: (message) =>
      placesWhere(isAscii(message) && message.bytes.some((byte) => byte > 0x7f || isControl(byte)), 'MSH-18'),
  },
  {
    id: 'HL7au:00048.2',
    of: everything,
    says: 'Under another character set, no byte below 32 stands in the message but the carriage return that ends a segment.',
    find: (message) => placesWhere(!isAscii(message) && message.bytes.some(isControl), 'MSH-18'),
  },
  {
    id: 'HL7au:00048.3.3',
    of: everything,
    says: 'The bytes are in the character set that MSH-18 names.',
    find: (message) => placesWhere(header(message, 18) === 'UNICODE UTF-8' && !isUtf8(message), 'MSH-18'),
  },
]

const structureRules: readonly AdrmRule[] = [
  {
    id: 'HL7au:000023',
    of: everything,
    says: 'NTE is not sent.',
    find: (message) => listSegments(message, ({ name }) => name === 'NTE'),
  },
  {
    id: 'HL7au:000023.1',
    of: everything,
    says: 'Segments that begin with Z are not sent.',
    find: (message) => listSegments(message, ({ name }) => name.startsWith('Z')),
  },
  {
    id: 'ADRM 7.4.2',
    of: referrals,
    says: 'Senders of referrals leave out the segments that ADRM does not allow.',
    find: (message) => listSegments(message, ({ name }) => segmentsNotInReferrals.has(name)),
  },
  {
    id: 'HL7au:00060.1',
    of: everything,
    says: 'The segments that the structure of the message requires are there.',
    find: (message) =>
      (requiredSegments[kindOf(message) ?? ''] ?? []).filter((name) => segmentsOf(message, name).length === 0),
  },
  {
    id: 'HL7au:00046.3',
    of: everything,
    says: 'A field that its segment requires has a value.',
    find: (message) =>
      requiredFields.flatMap(([name, field]) =>
        segmentsOf(message, name)
          .filter(({ fields }) => (fields[field] ?? '') === '')
          .map((segment) => placeOf(segment, field)),
      ),
  },
  {
    id: 'HL7au:00046.1.1',
    of: everything,
    says: 'A field separator within a value is escaped: a segment has no more fields than HL7 v2.4 gives it.',
    find: (message) =>
      message.segments
        .filter(({ name, fields }) => fields.length - 1 > (fieldCounts[name] ?? fields.length))
        .map((segment) => placeOf(segment, fieldCounts[segment.name] ?? 0)),
  },
  {
    id: 'HL7au:000008.3.1',
    of: referrals,
    says: 'A referral of Level 1 has one group of observations, with a display segment in PDF.',
    find: (message) =>
      isLevel1(message)
        ? segmentsOf(message, 'OBR')
            .slice(1)
            .map((each) => placeOf(each, 1))
        : [],
  },
]

export const envelopeRules: readonly AdrmRule[] = [...delimiterRules, ...headerRules, ...byteRules, ...structureRules]
