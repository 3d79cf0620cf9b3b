/** A page of a search as a Bundle, joined from the stored texts. R4 bundle.html#searchset. */
import { stringifyJson } from '../json.ts'
import { resourceText, type Stored } from '../store/content.ts'
import { baseOf, type FhirReply, type FhirServer } from './exchange.ts'
import { ignoredText } from './search-request.ts'

export type SearchPage = {
  readonly type: string
  readonly texts: readonly { readonly id: string; readonly text: string }[]
  /** Sealed cursors: a link repeats no parameter. DESIGN.md "PHI". */
  readonly self: string
  readonly next: string | undefined
  readonly ignored: readonly string[]
  /** Known where the whole result is on this page. */
  readonly total: number | undefined
}

export const textOf = (stored: Stored): { id: string; text: string } => ({ id: stored.id, text: resourceText(stored) })

export function searchsetReply(server: FhirServer, page: SearchPage): FhirReply {
  const address = `${baseOf(server)}/${page.type}`
  const link = (relation: string, cursor: string) => ({ relation, url: `${address}?_cursor=${cursor}` })
  const links = [link('self', page.self), ...(page.next === undefined ? [] : [link('next', page.next)])]
  const matches = page.texts.map(
    ({ id, text }) => `{"fullUrl":${JSON.stringify(`${address}/${id}`)},"resource":${text},"search":{"mode":"match"}}`,
  )
  const outcome =
    page.ignored.length === 0
      ? []
      : [stringifyJson({ resource: buildWarning(page.ignored), search: { mode: 'outcome' } })]
  const entries = [...matches, ...outcome]
  const head = stringifyJson({ resourceType: 'Bundle', type: 'searchset', total: page.total, link: links }).slice(0, -1)
  return { status: 200, text: entries.length === 0 ? `${head}}` : `${head},"entry":[${entries.join(',')}]}` }
}

const buildWarning = (ignored: readonly string[]) => ({
  resourceType: 'OperationOutcome',
  issue: ignored.map((name) => ({ severity: 'warning', code: 'not-supported', details: { text: ignoredText(name) } })),
})
