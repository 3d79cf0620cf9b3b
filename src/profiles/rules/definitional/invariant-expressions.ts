/** Invariants of a StructureDefinition: their expressions compile strictly for the type of their element. R4 conformance-rules.html#constraints, N1 §11. D123. */
import { type JsonObject, textOf } from '../../../core/json.ts'
import { correctExpression } from '../../definitions/constraint-corrections.ts'
import { objectOf, objectsOf } from '../members.ts'
import type { Site, Sources } from '../site.ts'

/** Those of the snapshot that the definition itself states: the base's have been checked with the base. */
export function checkExpressions(structure: JsonObject, site: Site, { compileExpression }: Sources): void {
  const snapshot = objectOf(structure, 'snapshot')
  if (snapshot === undefined || compileExpression === undefined) return
  site.enter('snapshot')
  site.enter('element')
  objectsOf(snapshot, 'element').forEach((element, index) => {
    const own = objectsOf(element, 'constraint').map((constraint) => ({
      constraint,
      source: textOf(constraint, 'source'),
    }))
    if (own.every(({ source }) => isForeign(source, structure))) return
    const type = typeOf(element)
    site.enter(index)
    site.enter('constraint')
    own.forEach(({ constraint, source }, at) => {
      const expression = textOf(constraint, 'expression')
      if (expression === undefined || isForeign(source, structure)) return
      const read = correctExpression(textOf(constraint, 'key') ?? '', expression)
      site.enter(at)
      if (!compiles(() => compileExpression(read, type, true))) site.report('definition-expression', 'expression')
      site.leave()
    })
    site.leave()
    site.leave()
  })
  site.leave()
  site.leave()
}

const isForeign = (source: string | undefined, { url }: JsonObject): boolean =>
  source !== undefined && source.split('|')[0] !== url

/** The one type of an element; `Resource`, of which nothing is known, for several. */
function typeOf(element: JsonObject): string {
  const path = textOf(element, 'path') ?? ''
  if (!path.includes('.')) return path
  const types = objectsOf(element, 'type')
  const code = types.length === 1 ? textOf(types[0] ?? {}, 'code') : undefined
  if (code === 'BackboneElement' || code === 'Element') return path
  return code === undefined || code.includes(':') ? 'Resource' : code
}

function compiles(compile: () => unknown): boolean {
  try {
    compile()
    return true
  } catch {
    return false
  }
}
