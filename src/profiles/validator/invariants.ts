/** Constraints of an element: FHIRPath that must hold for each of its values. R4 elementdefinition.html, conformance-rules.html#constraints. */
import type { ElementDefinition } from '@medplum/fhirtypes'
import { type Compiler, type Expression, joinChecks } from './compiler.ts'
import type { ValueCheck } from './run.ts'

type Constraint = NonNullable<ElementDefinition['constraint']>[number]

/** Checks of our own cover these: elements have content, extensions a value or extensions, narrative is XHTML, contained targets exist. */
const checkedElsewhere = new Set(['ele-1', 'ext-1', 'ref-1', 'txt-1', 'txt-2'])

const bestPractice = 'http://hl7.org/fhir/StructureDefinition/elementdefinition-bestpractice'

const isBestPractice = ({ extension }: Constraint): boolean =>
  (extension ?? []).some(({ url, valueBoolean }) => url === bestPractice && valueBoolean === true)

export function compileInvariants(
  compiler: Compiler,
  constraints: readonly Constraint[],
  type: string,
): ValueCheck | undefined {
  return joinChecks(
    constraints.filter(({ key }) => !checkedElsewhere.has(key)).map((one) => compileInvariant(compiler, one, type)),
  )
}

const ruleMessage = (key: string): string => `${key}: An invariant of the definition is not met`

function compileInvariant(compiler: Compiler, constraint: Constraint, type: string): ValueCheck | undefined {
  const { key, human, expression } = constraint
  if (expression === undefined || expression === '') return undefined
  const severity = isBestPractice(constraint) ? compiler.bestPractice : constraint.severity
  if (severity === undefined) return undefined
  const more = { rule: key, severity, message: human === undefined ? ruleMessage(key) : `${key}: ${human}` }
  let holds: Expression | undefined
  return (value, extra, run) => {
    let isMet = false
    try {
      holds ??= compiler.compileExpression(expression, type)
      isMet = holds(value, extra, run)
    } catch {
      run.report('invariant-failed', undefined, { severity: constraint.severity, detail: key })
      return
    }
    if (!isMet) run.report('invariant', undefined, more)
  }
}
