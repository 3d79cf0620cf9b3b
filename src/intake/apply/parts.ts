/** The parts of documents: results, orders and letters that only the document refers to. A part keeps its identity from edition to edition. D216 */
import { canonicalJson } from '../../core/json/canonical-json.ts'
import type { JsonObject } from '../../core/json.ts'
import type { DocumentPlan } from './documents.ts'
import type { Entry } from './entries.ts'

export type Part = {
  readonly plan: DocumentPlan
  /** Of the part within its document: the type, the code, and its place among those of one code. */
  readonly name: string
}

const partTypes: ReadonlySet<string> = new Set([
  'Observation',
  'ServiceRequest',
  'DocumentReference',
  'DiagnosticReport',
  'Specimen',
])

/** By address within the message. */
export function listParts(entries: readonly Entry[], plans: readonly DocumentPlan[]): ReadonlyMap<string, Part> {
  const byUrl = new Map(entries.map((entry) => [entry.fullUrl, entry]))
  const documents = new Set(plans.map(({ entry }) => entry.fullUrl))
  const parts = new Map<string, Part>()
  for (const plan of plans) {
    const counts = new Map<string, number>()
    const queue = [...plan.entry.links]
    for (let at = 0; at < queue.length; at += 1) {
      const url = queue[at] ?? ''
      const entry = byUrl.get(url)
      if (entry === undefined || !partTypes.has(entry.type) || documents.has(url) || parts.has(url)) continue
      const code = `${entry.type} ${codeOf(entry.content)}`
      const count = counts.get(code) ?? 0
      counts.set(code, count + 1)
      parts.set(url, { plan, name: `${code} ${count}` })
      queue.push(...entry.links)
    }
  }
  return parts
}

/** The first coding by which it is known, else its text. */
function codeOf(content: JsonObject): string {
  const { code, type } = content as Record<string, { readonly coding?: readonly JsonObject[]; readonly text?: string }>
  const concept = code ?? type
  const [coding] = concept?.coding ?? []
  return coding === undefined
    ? canonicalJson(concept?.text ?? '')
    : canonicalJson([coding['system'] ?? '', coding['code'] ?? ''])
}
