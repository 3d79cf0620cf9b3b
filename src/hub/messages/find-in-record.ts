/** Finds the deliveries for an identifier in the record: a control id, a document, a patient. Received messages are found by hashes of their own. docs/channels.md#messages. */
import { isUuid } from '../../core/ids.ts'
import { Problem } from '../../core/problems.ts'
import { hubAddress, hubContent } from '../../store/hub-resources.ts'
import type { MessageIdentifier } from '../../store/messages/message-identifiers.ts'
import { findDocumentArtifacts, findSentByControl, type SentNames } from '../../store/messages/sent-messages.ts'
import { wholeScope } from '../../store/resources/search/access-scope.ts'
import { pagesOf } from '../../store/resources/search/whole-search.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'

/** `system|value`, or a value of any system. */
export function splitIdentifier(text: string): { readonly system?: string; readonly value: string } {
  const at = text.indexOf('|')
  return at <= 0 ? { value: text.slice(at + 1) } : { system: text.slice(0, at), value: text.slice(at + 1) }
}

/** The most documents of a patient that are searched. For a patient with more, search by the id of a document. */
const mostArtifacts = 2_000
const mostPatients = 10

/** The deliveries that an identifier leads to. `withPatients`: also if it is a number of a patient. */
export async function findSentNames(
  tx: Tx,
  identifier: string,
  { withPatients }: { readonly withPatients: boolean },
): Promise<SentNames> {
  const { system, value } = splitIdentifier(identifier)
  const documentId = value.replace(/^urn:uuid:/, '').toLowerCase()
  const deliveryIds = system === undefined ? await findSentByControl(tx, value) : []
  const ofDocument = isUuid(documentId) ? await findDocumentArtifacts(tx, documentId) : []
  const ofPatients = withPatients ? await findArtifactsOf(tx, await findPatients(tx, { system, value })) : []
  return { deliveryIds, artifactIds: [...ofDocument, ...ofPatients] }
}

/** Ids of the patients who bear the number. */
async function findPatients(
  tx: Tx,
  { system, value }: { readonly system: string | undefined; readonly value: string },
): Promise<readonly string[]> {
  const code = { parameter: 'identifier', value }
  const any = [system === undefined ? code : { parameter: 'identifier:coding', value: `${system}|${value}` }]
  const where = [{ kind: 'tokens', any, accessTokens: [code] }] as const
  const { items } = await tx.search({ space: 'fhir', type: 'Patient', scope: wholeScope, where, limit: mostPatients })
  return items.map(({ id }) => id)
}

/** Throws `too-costly` for more than can be looked through. */
async function findArtifactsOf(tx: Tx, patientIds: readonly string[]): Promise<readonly string[]> {
  if (patientIds.length === 0) return []
  const found: string[] = []
  const where = [{ parameter: 'patientId', values: patientIds }]
  for await (const page of pagesOf(tx, { space: 'hub', type: 'Artifact', where })) {
    found.push(...page.map(({ id }) => id))
    if (found.length > mostArtifacts)
      throw new Problem('business-rule', { detail: 'The patient has too many documents: look for one of them' })
  }
  return found
}

/** The patient of what was sent. */
export async function findSentPatient(tx: Tx, artifactId: string): Promise<string | undefined> {
  const stored: Stored<'hub'> | undefined = await tx.find(hubAddress('Artifact', artifactId))
  return stored && hubContent('Artifact', stored).patientId
}

/** Lists the identifiers that this text may be in a message. */
export const identifiersOf = (
  identifier: string,
  { withPatients }: { readonly withPatients: boolean },
): readonly MessageIdentifier[] => {
  const { system, value } = splitIdentifier(identifier)
  const named = system === undefined ? { value } : { system, value }
  return [
    { kind: 'control', value: identifier },
    { kind: 'document', ...named },
    ...(withPatients ? [{ kind: 'patient', ...named } as const] : []),
  ]
}
