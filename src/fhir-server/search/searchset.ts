/** A page of a search as a Bundle, joined from the stored texts. R4 bundle.html#searchset. */
import type { Bundle, BundleEntry, OperationOutcomeIssue } from '@medplum/fhirtypes'
import { stringifyJson } from '../../core/json.ts'
import { subsetText } from '../../fhir-search/results/subset.ts'
import { resourceText } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import { baseOf, type FhirReply, type FhirServer, type Members } from '../exchange.ts'
import { ignoredText, type SearchRequest } from './search-request.ts'

export type Shown = { readonly type: string; readonly id: string; readonly text: string }

export type SearchPage = {
  readonly asked: Pick<SearchRequest, 'summary' | 'elements'>
  readonly matches: readonly Shown[]
  readonly included: readonly Shown[]
  /** The page leaves out further includes. */
  readonly isCut: boolean
  /** Some resources are being indexed again. */
  readonly isOutdated: boolean
  /** Links below the base address. */
  readonly self: string
  readonly next: string | undefined
  readonly ignored: readonly string[]
  /** Names that the outcome lists; absent: `self` shows them with their values. */
  readonly used?: readonly string[] | undefined
  /** Known if it was wanted, or if the whole result is on this page. */
  readonly total: number | undefined
}

export const textOf = (stored: Stored): Shown => ({ type: stored.type, id: stored.id, text: resourceText(stored) })

export function searchsetReply(server: FhirServer, page: SearchPage): FhirReply {
  const { matches, included, asked } = page
  const link = (relation: string, path: string) => ({ relation, url: `${baseOf(server)}${path}` })
  const links = [link('self', page.self), ...(page.next === undefined ? [] : [link('next', page.next)])]
  const entry = (mode: 'match' | 'include') => (shown: Shown) => {
    const text = subsetText(server.parameters.definitions, shown, mode === 'match' ? asked : { ...asked, elements: [] })
    const fullUrl = JSON.stringify(`${baseOf(server)}/${shown.type}/${shown.id}`)
    return `{"fullUrl":${fullUrl},"resource":${text},"search":{"mode":"${mode}"}}`
  }
  const issues = listIssues(page)
  const entries = [
    ...matches.map(entry('match')),
    ...included.map(entry('include')),
    ...(issues.length === 0 ? [] : [outcomeText(issues)]),
  ]
  const bundle = { resourceType: 'Bundle', type: 'searchset', total: page.total, link: links } satisfies Members<Bundle>
  const head = stringifyJson(bundle).slice(0, -1)
  return { status: 200, text: entries.length === 0 ? `${head}}` : `${head},"entry":[${entries.join(',')}]}` }
}

const warning = (code: OperationOutcomeIssue['code'], text: string): OperationOutcomeIssue => ({
  severity: 'warning',
  code,
  details: { text },
})

const information = (text: string): OperationOutcomeIssue => ({
  severity: 'information',
  code: 'informational',
  details: { text },
})

/** For a page of a tenant that is being indexed again. D65. */
export const outdated = warning('incomplete', 'Resources are being indexed again: some may be missing')

/** An entry with advice about the page. */
export const outcomeText = (issue: readonly OperationOutcomeIssue[]): string =>
  stringifyJson({
    resource: { resourceType: 'OperationOutcome', issue: [...issue] },
    search: { mode: 'outcome' },
  } satisfies BundleEntry)

function listIssues({ ignored, used, isCut, isOutdated }: SearchPage) {
  return [
    ...ignored.map((name) => warning('not-supported', ignoredText(name))),
    ...(isCut ? [warning('incomplete', 'More resources would be included than one page may hold')] : []),
    ...(isOutdated ? [outdated] : []),
    ...(used === undefined
      ? []
      : [information(`The search used ${used.length === 0 ? 'no parameter' : used.join(', ')}`)]),
  ]
}
