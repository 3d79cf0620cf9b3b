/** Rules of a type that its definition does not state, by type. */
import type { JsonValue } from '../../core/json.ts'
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { compileRules, textRules } from '../rules/rules.ts'
import type { Compiler } from './compiler.ts'
import { compileExtensions } from './extension-check.ts'
import { checkReference } from './reference-check.ts'
import type { Run } from './run.ts'

export type TypeRule = (value: JsonValue, run: Run) => void

/** Compiles the rules for every value of a type. */
export function compileTypeRules(compiler: Compiler): Readonly<Record<string, TypeRule>> {
  const rules = compileRules(compiler)
  const checkExtension = compileExtensions(compiler)
  return {
    ...ofObjects(rules),
    ...ofTexts(textRules),
    Coding: ofObject((coding, run) => {
      rules['Coding']?.(coding, run)
      checkCoding(compiler, coding, run)
    }),
    Extension: ofObject(checkExtension),
    Reference: ofObject((reference, run) => {
      rules['Reference']?.(reference, run)
      checkReference(compiler, reference, run)
    }),
  }
}

const ofObject =
  (check: (object: JsonObject, run: Run) => void): TypeRule =>
  (value, run) => {
    if (isJsonObject(value)) check(value, run)
  }

const ofObjects = (checks: Readonly<Record<string, (object: JsonObject, run: Run) => void>>) =>
  Object.fromEntries(Object.entries(checks).map(([type, check]) => [type, ofObject(check)]))

const ofTexts = (checks: Readonly<Record<string, (text: string, run: Run) => void>>): Record<string, TypeRule> =>
  Object.fromEntries(
    Object.entries(checks).map(([type, check]) => [
      type,
      (value: JsonValue, run: Run) => {
        if (typeof value === 'string') check(value, run)
        // The format of other primitives tells whether they have content, and an object extends one.
        else if (type === 'xhtml') run.report('json-type')
      },
    ]),
  )

/** Finds a code that its completely loaded system lacks. R4 datatypes.html#Coding. */
function checkCoding({ codes }: Compiler, { system, version, code }: JsonObject, run: Run): void {
  if (typeof system !== 'string' || typeof code !== 'string') return
  const asked = typeof version === 'string' ? { system, version, code } : { system, code }
  const answer = codes.findCode(asked)
  if (answer?.known !== false) return
  // The reference validator ignores a code whose system is not loaded.
  const severity = answer.bySyntax === true ? 'warning' : run.policy.unknownCode
  run.report('code-unknown', 'code', { severity })
}
