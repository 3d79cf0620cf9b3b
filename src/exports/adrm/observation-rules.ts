/** ADRM on groups of observations and on how they are shown. ADRM appendix 5: 000008, 000021, 000028, 000032, 00101. */
import {
  componentsOf,
  type Group,
  listGroups,
  type ParsedMessage,
  type ParsedSegment,
  type Place,
  placeOf,
  segmentsOf,
} from './parsed-message.ts'
import { type AdrmRule, documents, isLevel1, referrals, results } from './rule.ts'
import { displayTypes, table0074 } from './tables.ts'

const codeOf = (
  message: ParsedMessage,
  { fields }: ParsedSegment,
): { readonly id: string; readonly system: string } => {
  const [id = '', , system = ''] = componentsOf(message, fields[3] ?? '')
  return { id, system }
}

/** ADRM 000008.1.2: by identifier and coding system. */
const isDisplay = (message: ParsedMessage, observation: ParsedSegment): boolean =>
  codeOf(message, observation).system === 'AUSPDI'

const listDisplays = (message: ParsedMessage): readonly ParsedSegment[] =>
  segmentsOf(message, 'OBX').filter((observation) => isDisplay(message, observation))

/** The codes of a group's display segments. */
const displayCodes = (message: ParsedMessage, { observations }: Group): readonly string[] =>
  observations.filter((each) => isDisplay(message, each)).map((each) => codeOf(message, each).id)

const groupsWhere =
  (isBroken: (codes: readonly string[], message: ParsedMessage) => boolean) =>
  (message: ParsedMessage): readonly Place[] =>
    listGroups(message)
      .filter((group) => isBroken(displayCodes(message, group), message))
      .map(({ report }) => placeOf(report, 4))

const displaysWhere =
  (isBroken: (code: string, observation: ParsedSegment, message: ParsedMessage) => boolean, field: number) =>
  (message: ParsedMessage): readonly Place[] =>
    listDisplays(message)
      .filter((each) => isBroken(codeOf(message, each).id, each, message))
      .map((each) => placeOf(each, field))

/** Segments that follow the first display segment of their group and are none. */
const listBehindDisplays = (message: ParsedMessage): readonly Place[] =>
  listGroups(message).flatMap(({ observations }) => {
    const first = observations.findIndex((each) => isDisplay(message, each))
    const behind = first === -1 ? [] : observations.slice(first + 1)
    return behind.filter((each) => !isDisplay(message, each)).map((each) => placeOf(each, 3))
  })

const listRepeatedFillers = (message: ParsedMessage): readonly Place[] => {
  const seen = new Set<string>()
  return segmentsOf(message, 'OBR')
    .filter(({ fields }) => {
      const filler = fields[3] ?? ''
      const isRepeated = filler !== '' && seen.has(filler)
      seen.add(filler)
      return isRepeated
    })
    .map((report) => placeOf(report, 3))
}

const listForeignServices = (message: ParsedMessage): readonly Place[] =>
  segmentsOf(message, 'OBR')
    .filter(({ fields }) => !table0074.has(fields[24] ?? ''))
    .map((report) => placeOf(report, 24))

const isKnownDisplay = (code: string): boolean => Object.hasOwn(displayTypes, code)

export const observationRules: readonly AdrmRule[] = [
  {
    id: 'HL7au:000008',
    of: documents,
    says: 'Each group of observations has a display segment.',
    find: groupsWhere((codes) => codes.length === 0),
  },
  {
    id: 'HL7au:000008.1',
    of: documents,
    says: 'A display segment has a code of AUSPDI.',
    find: displaysWhere((code) => !isKnownDisplay(code), 3),
  },
  {
    id: 'HL7au:000008.1.3',
    of: results,
    says: 'The value type of a display segment is the one of its code.',
    find: displaysWhere((code, { fields }) => isKnownDisplay(code) && displayTypes[code] !== fields[2], 2),
  },
  {
    id: 'HL7au:000008.1.5',
    of: documents,
    says: 'The display segments are the last observations of their group.',
    find: listBehindDisplays,
  },
  {
    id: 'HL7au:000008.3.1',
    of: referrals,
    says: 'A referral of Level 1 is shown in PDF.',
    find: groupsWhere((codes, message) => isLevel1(message) && codes.length > 0 && !codes.includes('PDF')),
  },
  {
    id: 'HL7au:000008.3.2',
    of: referrals,
    says: 'RTF does not stand alone: the same content is there in HTML, PDF or text.',
    find: groupsWhere(
      (codes, message) => !isLevel1(message) && codes.length > 0 && codes.every((code) => code === 'RTF'),
    ),
  },
  {
    id: 'HL7au:000021',
    of: documents,
    says: 'No observation is of the value type TX.',
    find: (message) =>
      segmentsOf(message, 'OBX')
        .filter(({ fields }) => fields[2] === 'TX')
        .map((each) => placeOf(each, 2)),
  },
  {
    id: 'HL7au:00060.3',
    of: documents,
    says: 'An observation has a value type unless it was not obtained.',
    find: (message) =>
      segmentsOf(message, 'OBX')
        .filter(({ fields }) => (fields[2] ?? '') === '' && fields[11] !== 'X')
        .map((each) => placeOf(each, 2)),
  },
  {
    id: 'HL7au:000028',
    of: results,
    says: 'Each report of a message has an OBR-3 of its own.',
    find: listRepeatedFillers,
  },
  {
    id: 'HL7au:000028.2',
    of: referrals,
    says: 'Each group of a referral has an OBR-3 of its own.',
    find: listRepeatedFillers,
  },
  {
    id: 'HL7au:000032',
    of: results,
    says: 'OBR-24 of a result is a service of table 0074.',
    find: listForeignServices,
  },
  {
    id: 'HL7au:000032.2',
    of: referrals,
    says: 'OBR-24 of a referral is a service of table 0074.',
    find: listForeignServices,
  },
  {
    id: 'HL7au:00101.2',
    of: documents,
    says: 'An attachment is in Base64.',
    find: (message) =>
      segmentsOf(message, 'OBX')
        .filter((each) => each.fields[2] === 'ED' && !isDisplay(message, each))
        .filter(
          ({ fields }) => !['', 'base64'].includes((componentsOf(message, fields[5] ?? '')[3] ?? '').toLowerCase()),
        )
        .map((each) => placeOf(each, 5)),
  },
]
