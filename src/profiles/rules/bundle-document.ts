/** Documents and messages: every target of the first entry exists, and every entry belongs to it. R4 documents.html#content, messaging.html. */
import { type JsonObject, textOf } from '../../core/json.ts'
import { buildResolver, type Entry, type Resolver } from '../bundle-entries.ts'
import { eachText, objectOf, objectsOf } from './members.ts'
import type { Site } from './site.ts'

/** R4 provenance.html: it refers to its target, and nothing refers to it. */
const pointsBack = 'Provenance'

/** The site stands at `Bundle.entry`. */
export function checkDocument(entries: readonly Entry[], type: 'document' | 'message', site: Site): void {
  const [first] = entries
  if (first?.resource === undefined) return
  const resolve = buildResolver(entries)
  const references = type === 'document' ? listCompositionReferences(first.resource) : listOf(first.resource, 'focus')
  const isMissing = references.some(
    (reference) => reference !== '' && !reference.startsWith('#') && resolve(reference, first.fullUrl) === undefined,
  )
  if (isMissing) reportAt(first, 'document-reference', site)
  checkReached(entries, { type, resolve }, site)
}

function reportAt({ index }: Entry, rule: Parameters<Site['report']>[0], site: Site): void {
  site.enter(index)
  site.report(rule)
  site.leave()
}

const referenceOf = (object: JsonObject | undefined): string => textOf(object, 'reference') ?? ''
const one = (object: JsonObject, name: string): string => referenceOf(objectOf(object, name))
const listOf = (object: JsonObject, name: string): string[] => objectsOf(object, name).map(referenceOf)

/** R4 documents.html#content: these SHALL be in the document. */
const listCompositionReferences = (composition: JsonObject): string[] => [
  ...['subject', 'encounter', 'custodian'].map((name) => one(composition, name)),
  ...listOf(composition, 'author'),
  ...objectsOf(composition, 'attester').map((attester) => one(attester, 'party')),
  ...objectsOf(composition, 'event').flatMap((event) => listOf(event, 'detail')),
  ...objectsOf(composition, 'section').flatMap(listSectionReferences),
]

const listSectionReferences = (section: JsonObject): string[] => [
  one(section, 'focus'),
  ...listOf(section, 'author'),
  ...listOf(section, 'entry'),
  ...objectsOf(section, 'section').flatMap(listSectionReferences),
]

type Around = { readonly type: 'document' | 'message'; readonly resolve: Resolver }

function checkReached(entries: readonly Entry[], { type, resolve }: Around, site: Site): void {
  const forward = entries.map((entry) => listTargets(entry, resolve))
  const reached = follow([0], forward)
  const connected = follow([0], addBackward(forward))
  for (const entry of entries) {
    const { index, resource } = entry
    if (!connected.has(index)) reportAt(entry, type === 'document' ? 'document-orphan' : 'message-orphan', site)
    else if (type === 'document' && !reached.has(index) && resource?.['resourceType'] !== pointsBack)
      reportAt(entry, 'document-reverse', site)
  }
}

/** Entries in any text of a resource, except narratives. */
function listTargets(entry: Entry, resolve: Resolver): number[] {
  const targets = new Set<number>()
  if (entry.resource === undefined) return []
  eachText(entry.resource, (text, name) => {
    const target = name === 'div' || text.startsWith('#') ? undefined : resolve(text, entry.fullUrl)
    if (target !== undefined) targets.add(target.entry.index)
  })
  return [...targets]
}

function addBackward(forward: readonly (readonly number[])[]): number[][] {
  const both = forward.map((targets) => [...targets])
  forward.forEach((targets, index) => {
    for (const target of targets) both[target]?.push(index)
  })
  return both
}

function follow(start: readonly number[], edges: readonly (readonly number[])[]): ReadonlySet<number> {
  const reached = new Set(start)
  // The loop also visits what is added during it.
  for (const index of reached) for (const target of edges[index] ?? []) reached.add(target)
  return reached
}
