/** Checks a primitive's value by the rules of its type. R4 datatypes.html#primitive. */
import type { JsonValue } from '../../core/json.ts'
import { primitives } from '../rules/primitives.ts'
import type { Run } from './run.ts'

/** A primitive type that a tenant defines counts as a string. */
export function compilePrimitive(type: string): (value: JsonValue, run: Run) => void {
  const check = primitives[type] ?? primitives['string']
  return (value, run) => {
    const rule = check?.(value)
    if (rule !== undefined) run.report(rule, undefined, rule === 'primitive-format' ? { detail: type } : undefined)
  }
}
