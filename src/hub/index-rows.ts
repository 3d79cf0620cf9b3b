/** What the Hub's own resources are found by. One row a resource type; the store blinds the values. */
import { isJsonObject, type JsonObject } from '../json.ts'
import type { HubType } from '../store/hub-resources.ts'
import type { Indexed, IndexRows, Token } from '../store/index-rows.ts'

type Read = (content: JsonObject) => readonly unknown[]

const member =
  (name: string): Read =>
  (content) => [content[name]]

const verificationOutcome: Read = ({ verification }) => [isJsonObject(verification) ? verification['outcome'] : 'none']
/** Only what waits is in a gate's queue. */
const queue: Read = ({ state, gate }) => (state === 'in_review' ? [gate] : [])

const parameters: Readonly<Record<HubType, Readonly<Record<string, Read>>>> = {
  Encounter: { patientId: member('patientId'), status: member('status') },
  Consent: { patientId: member('patientId') },
  Transcript: { encounterId: member('encounterId') },
  Diarisation: {},
  Template: {},
  TemplateVersion: { templateId: member('templateId') },
  Artifact: {
    encounterId: member('encounterId'),
    patientId: member('patientId'),
    templateId: member('templateId'),
    spoke: member('spoke'),
    state: member('state'),
    queue,
    verification: verificationOutcome,
  },
  Channel: { templateId: ({ templateIds }) => (Array.isArray(templateIds) ? templateIds : []) },
}

export function indexHubResource({ type, content }: Indexed): IndexRows {
  const rows = Object.entries(parameters[type as HubType] ?? {})
  const tokens = rows.flatMap(([parameter, read]): Token[] =>
    read(content)
      .filter((value) => typeof value === 'string')
      .map((value) => ({ parameter, value })),
  )
  return { tokens }
}
