/** The filter of a channel: which releases it sends. Lists and one expression, no script. Every criterion that is there has to hold. D223 */
import type { Bundle, Composition } from '@medplum/fhirtypes'
import type { ChannelFilter } from '../../store/channels/channel-settings.ts'
import type { ArtifactContent, ChannelContent } from '../../store/hub-resources.ts'
import type { FilterExpressions } from './filter-expression.ts'

/** A document that may go out, and the artifact that it is made from. */
export type FilteredDocument = {
  readonly bundle: Bundle
  readonly content: Pick<ArtifactContent, 'artifactType' | 'spoke' | 'recipientClass'>
}

export type FilterVerdict =
  | { readonly outcome: 'sent' }
  /** `by`: the member of the filter that leaves it out. */
  | { readonly outcome: 'left-out'; readonly by: keyof ChannelFilter }
  /** The expression gives no answer for this document: nothing goes out before a person has looked. */
  | { readonly outcome: 'failed' }

type List = Exclude<keyof ChannelFilter, 'expression'>
type Criterion = { readonly member: List; readonly readValue: (document: FilteredDocument) => string | undefined }

/** A document without the value is left out. */
// biome-ignore format: one row a line
const criteria: readonly Criterion[] = [
  { member: 'artifactTypes',    readValue: ({ content }) => content.artifactType },
  { member: 'spokes',           readValue: ({ content }) => content.spoke },
  { member: 'recipientClasses', readValue: ({ content }) => content.recipientClass },
  { member: 'organizationIds',  readValue: ({ bundle }) => findCustodianId(bundle) },
]

const sent: FilterVerdict = { outcome: 'sent' }

/** Asks the lists first: the expression is evaluated only for a document that they let through. */
export function judgeFilter(
  expressions: FilterExpressions,
  { filter }: Pick<ChannelContent, 'filter'>,
  document: FilteredDocument,
): FilterVerdict {
  if (filter === undefined) return sent
  const failed = criteria.find((criterion) => !isListed(filter, criterion, document))
  if (failed !== undefined) return { outcome: 'left-out', by: failed.member }
  if (filter.expression === undefined) return sent
  const answer = expressions.evaluate(filter.expression, document.bundle)
  if (answer === 'no-answer') return { outcome: 'failed' }
  return answer === 'true' ? sent : { outcome: 'left-out', by: 'expression' }
}

function isListed(filter: ChannelFilter, { member, readValue }: Criterion, document: FilteredDocument): boolean {
  const wanted: readonly string[] | undefined = filter[member]
  if (wanted === undefined) return true
  const value = readValue(document)
  return value !== undefined && wanted.includes(value)
}

/** The id of the Organization that keeps the document. */
function findCustodianId({ entry: [first, ...others] = [] }: Bundle): string | undefined {
  const reference = (first?.resource as Composition | undefined)?.custodian?.reference
  const custodian = others.find(({ fullUrl }) => fullUrl !== undefined && fullUrl === reference)?.resource
  return custodian?.resourceType === 'Organization' ? custodian.id : undefined
}
