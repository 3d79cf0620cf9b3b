/** Writes what a message changes: the changes, the people and places that they need, and the Provenance of the message. */
import { newId } from '../../core/ids.ts'
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { wholeAddress } from '../../store/hub-resources.ts'
import { putEdition } from '../../store/intake/editions.ts'
import type { Write } from '../../store/resources/write/write-rows.ts'
import { type Applying, withTargets } from './applying.ts'
import type { Change, Decided } from './changes.ts'
import type { Placed } from './place-entries.ts'

/** Answers `Type/id` of what it wrote. */
export async function writeChanges(
  applying: Applying,
  { changes, editions }: Decided,
  placed: readonly Placed[],
): Promise<readonly string[]> {
  const { tx, match } = applying
  for (const edition of editions) await putEdition(tx, edition)
  if (changes.length === 0) return []
  const told = buildProvenance(applying, changes, placed)
  const needed = [...changes, ...(told === undefined ? [] : [told])]
  const shared = await listMissing(applying, listNeeded(needed, placed))
  const patient = { patientId: match.id }
  const writes = [...shared.map((change) => writeOf(change, {})), ...needed.map((change) => writeOf(change, patient))]
  await tx.putTogether(writes)
  return writes.map(({ type, id }) => `${type}/${id}`)
}

const writeOf = ({ type, id, content, stored }: Change, fields: { readonly patientId?: string }): Write => ({
  ...wholeAddress(type, id),
  content,
  expected: stored?.version ?? 0,
  record: { kind: stored === undefined || stored.deleted ? 'fhir.create' : 'fhir.update', fields },
})

/** People, places and organisations that the changes refer to, directly or through one another. */
function listNeeded(changes: readonly Change[], placed: readonly Placed[]): readonly Placed[] {
  const byUrl = new Map(placed.map((one) => [one.entry.fullUrl, one]))
  const urls = new Set(changes.flatMap(({ links }) => links))
  for (const url of urls) {
    const one = byUrl.get(url)
    if (one?.kind === 'shared') for (const link of one.entry.links) urls.add(link)
  }
  const needed = [...urls].flatMap((url) => byUrl.get(url) ?? []).filter(({ kind }) => kind === 'shared')
  return [...new Map(needed.map((one) => [`${one.entry.type}/${one.id}`, one])).values()]
}

/** Those that are not here. Two messages that bring the same person at once make one. */
async function listMissing({ tx }: Applying, needed: readonly Placed[]): Promise<readonly Change[]> {
  const look = async (): Promise<readonly Placed[]> => {
    const found = await tx.findAllCurrent(needed.map(({ entry, id }) => wholeAddress(entry.type, id)))
    return needed.filter((_, at) => found[at] === undefined || found[at].deleted)
  }
  if (needed.length === 0 || (await look()).length === 0) return []
  await tx.lock('people of inbound messages')
  return (await look()).map(({ entry, id, content }) => ({ type: entry.type, id, content, links: [] }))
}

/** Tells of what was written; none where that is nothing of its targets. */
function buildProvenance(
  { entries }: Applying,
  changes: readonly Change[],
  placed: readonly Placed[],
): Change | undefined {
  const entry = entries.find(({ type }) => type === 'Provenance')
  const written = new Set(changes.flatMap(({ fullUrl }) => fullUrl ?? []))
  const { target: sent } = entry?.content ?? {}
  const target = (Array.isArray(sent) ? sent : []).filter(
    (one) => isJsonObject(one) && written.has(String(one['reference'])),
  )
  if (entry === undefined || target.length === 0) return undefined
  const targets = new Map(placed.map(({ entry: { fullUrl, type }, id }) => [fullUrl, `${type}/${id}`]))
  const id = newId()
  const content: JsonObject = { ...withTargets({ ...entry.content, target }, targets), id }
  return { type: 'Provenance', id, content, links: entry.links }
}
