/** Index rows of the Hub's own resources: one row a type; the store blinds the values. */
import { isJsonObject, type JsonObject } from '../core/json.ts'
import type { HubType } from '../store/hub-resources.ts'
import type { Indexed, IndexRows, Range, Token } from '../store/resources/index-rows.ts'
import { endRange } from './in-time.ts'
import { startRange } from './period.ts'

type Read = (content: JsonObject) => readonly unknown[]

const member =
  (name: string): Read =>
  (content) => [content[name]]

const members =
  (name: string): Read =>
  (content) => {
    const value = content[name]
    return Array.isArray(value) ? value : []
  }

/** For a transcript with words that are to be deleted: a quarantined one, and the beginnings of one that grows or has grown. D91, D305. */
const keptOf: Read = ({ quarantinedAt, expiredAt, deletedAt, partial, finishedAt, clearedAt }) => {
  if (deletedAt !== undefined) return []
  if (quarantinedAt !== undefined) return [expiredAt === undefined ? 'quarantined' : 'expired']
  return partial === true || (finishedAt !== undefined && clearedAt === undefined) ? ['grown'] : []
}

/** The names of the mapping tables of a channel. */
const mappedBy: Read = ({ mappings }) =>
  Array.isArray(mappings) ? mappings.map((mapping) => isJsonObject(mapping) && mapping['table']) : []

const parameters: Readonly<Record<HubType, Readonly<Record<string, Read>>>> = {
  Encounter: { patientId: member('patientId'), status: member('status') },
  Consent: { patientId: member('patientId'), status: member('status'), permit: members('permits') },
  Transcript: { encounterId: member('encounterId'), kept: keptOf },
  Diarisation: {},
  Template: { artifactType: member('artifactType') },
  TemplateVersion: { templateId: member('templateId') },
  ArtifactSchema: {},
  ValidationPolicy: {},
  TemplateStyle: {},
  Artifact: {
    encounterId: member('encounterId'),
    patientId: member('patientId'),
    templateId: member('templateId'),
    state: member('state'),
  },
  Share: { artifactId: member('artifactId'), patientId: member('patientId'), status: member('status') },
  Channel: { templateId: members('templateIds'), mappingTable: mappedBy },
  MappingTable: { name: member('name') },
  Sender: {},
  Alert: {},
  Appearance: {},
  Signature: {},
}

/** When it ends by itself; `in-time.ts` builds the predicates. */
const ends: Readonly<Partial<Record<HubType, (content: JsonObject) => unknown>>> = {
  Consent: ({ period }) => (isJsonObject(period) ? period['end'] : undefined),
  Share: ({ expiresAt }) => expiresAt,
}

export function indexHubResource({ type, content }: Indexed): IndexRows {
  const rows = Object.entries(parameters[type as HubType] ?? {})
  const tokens = rows.flatMap(([parameter, read]): Token[] =>
    read(content)
      .filter((value) => typeof value === 'string')
      .map((value) => ({ parameter, value })),
  )
  const end = ends[type as HubType]
  const ranges = [
    ...(end === undefined ? [] : [endRange(end(content))]),
    ...(type === 'Encounter' ? startRanges(content) : []),
  ]
  return ranges.length === 0 ? { tokens } : { tokens, ranges }
}

function startRanges({ period }: JsonObject): Range[] {
  const start = isJsonObject(period) ? period['start'] : undefined
  return typeof start === 'string' ? [startRange(start)] : []
}
