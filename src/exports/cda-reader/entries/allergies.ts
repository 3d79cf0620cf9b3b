/** Adverse reactions as AllergyIntolerance: the Agency's guides, ADVERSE REACTION; R4 allergyintolerance.html. */
import type { AllergyIntolerance, AllergyIntoleranceReaction, CodeableConcept } from '@medplum/fhirtypes'
import type { XmlNode } from '../../../profiles/xml/xml-tree.ts'
import { attributeOf, childrenOf, findNode } from '../xml-nodes.ts'
import type { Entry } from './entry.ts'
import { readStatus } from './faults.ts'
import { coded, type Fact, happened, isVoid, type Kind } from './kind.ts'
import { isNctis, listRelated, readStated } from './stated.ts'

const isReaction = (statement: XmlNode): boolean => isNctis(findNode(statement, 'code'), '102.15517')

const matches = isReaction
export const allergyKinds: readonly Kind[] = [
  { name: 'act', isClosed: true, matches, allowed: happened, read: readAllergy },
  { name: 'observation', isClosed: true, matches, allowed: happened, read: readAllergy },
]

const statuses = { '': true, active: true, completed: true }

function readAllergy(entry: Entry): Fact | string {
  const { statement, patient } = entry
  if (readStatus(statement, statuses) === undefined) return isVoid
  const agents = childrenOf(statement, 'participant').filter((node) => attributeOf(node, 'typeCode') === 'CAGNT')
  if (agents.length > 1) return 'it names several substances'
  const agent = findNode(agents[0], 'participantRole', 'playingEntity', 'code')
  const stated = readStated(agent)
  if (stated === undefined) return 'it names no substance'
  for (const name of ['code', 'statusCode']) entry.use(findNode(statement, name))
  entry.use(agent)
  const [code, isUnconfirmed] = readCertainty(stated)
  const reaction = listReactions(entry)
  const resource: AllergyIntolerance = {
    resourceType: 'AllergyIntolerance',
    // R4 ait-1: an allergy that stands has a clinical status.
    clinicalStatus: coded('allergyClinical', 'active'),
    ...(isUnconfirmed ? { verificationStatus: coded('allergyVerification', 'unconfirmed') } : {}),
    ...readType(entry),
    code,
    patient,
    ...(reaction.length === 0 ? {} : { reaction: [...reaction] }),
  }
  return { resource }
}

const unconfirmed = / \(unconfirmed\)$/

/** An entry has no other place for it than its words. */
function readCertainty({ coding, text }: CodeableConcept): readonly [CodeableConcept, boolean] {
  const bare = (words: string): string => words.replace(unconfirmed, '')
  const isUnconfirmed = unconfirmed.test(text ?? '')
  const codes = coding?.map((one) => (one.display === undefined ? one : { ...one, display: bare(one.display) }))
  const words = text === undefined ? {} : { text: bare(text) }
  return [{ ...(codes === undefined ? {} : { coding: codes }), ...words }, isUnconfirmed]
}

const types: Readonly<Record<string, AllergyIntolerance['type']>> = { allergy: 'allergy', intolerance: 'intolerance' }

/** A discharge summary has the type as the value, in words. */
function readType(entry: Entry): Pick<AllergyIntolerance, 'type'> {
  const value = findNode(entry.statement, 'value')
  const words = readStated(value)?.text ?? ''
  const type = types[words.toLowerCase()]
  if (type !== undefined || words === 'Adverse reaction') entry.use(value)
  return type === undefined ? {} : { type }
}

/** One for each reaction event, and one of the manifestations that stand beside it. */
function listReactions(entry: Entry): readonly AllergyIntoleranceReaction[] {
  const events = listRelated(entry.statement, '102.16474')
  for (const event of events) entry.use(findNode(event, 'code'))
  return [entry.statement, ...events].flatMap((node) => {
    const manifestation = listManifestations(entry, node)
    return manifestation.length === 0 ? [] : [{ manifestation: [...manifestation] }]
  })
}

const listManifestations = (entry: Entry, node: XmlNode): readonly CodeableConcept[] =>
  childrenOf(node, 'entryRelationship')
    .filter((relation) => attributeOf(relation, 'typeCode') === 'MFST')
    .flatMap((relation) => childrenOf(relation, 'observation'))
    .filter((observation) => (attributeOf(observation, 'moodCode') ?? 'EVN') === 'EVN')
    .flatMap((observation) => {
      const code = findNode(observation, 'code')
      const stated = readStated(code)
      if (stated === undefined) return []
      entry.use(code)
      return [stated]
    })
