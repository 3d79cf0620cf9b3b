/** Errors of a schema as field errors: JSON paths and fixed texts, never a value. */
import type { z } from 'zod'
import { type FieldError, Problem } from '../../core/problems.ts'

const maxErrors = 100

/** Looks like a name in a program. Anything else could hold a value, so it is not repeated. */
const identifier = /^[A-Za-z_][\w-]{0,39}$/

const types: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  object: 'must be an object',
  array: 'must be a list',
}

const formats: Readonly<Record<string, string>> = {
  uuid: 'must be a UUID',
  date: 'must be a date, YYYY-MM-DD',
  datetime: 'must be an RFC 3339 time with zone',
}

type Issue = z.core.$ZodIssue

/** A checked value, or a `validation` problem with one entry for each field. */
export function parseWith<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const errors = new Map<string, FieldError>()
  for (const error of result.error.issues.flatMap((issue) => explainIssue(issue, value))) {
    if (!errors.has(error.field) && errors.size < maxErrors) errors.set(error.field, error)
  }
  throw new Problem('validation', { errors: [...errors.values()] })
}

function explainIssue(issue: Issue, value: unknown): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ field: buildPath([...issue.path, key]), message: 'is not known' }))
  }
  const isMissing = issue.code === 'invalid_type' && valueAt(value, issue.path) === undefined
  return [{ field: buildPath(issue.path), message: isMissing ? 'is required' : explain(issue) }]
}

function explain(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] ?? 'has the wrong type'
    case 'invalid_format':
      return formats[issue.format] ?? 'has the wrong form'
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}`
    case 'too_small':
      return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${unit(issue.origin)}`
    case 'too_big':
      return `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}${unit(issue.origin)}`
    case 'custom':
      return issue.message // from our own schema
    default:
      return 'has no allowed form'
  }
}

const units: Readonly<Record<string, string>> = { string: ' characters', array: ' items', set: ' items' }
const unit = (origin: string): string => units[origin] ?? ''

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  )
}

/** `statements[0].text`; `$` is the whole value. */
function buildPath(path: readonly PropertyKey[]): string {
  const text = path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${identifier.test(String(key)) ? String(key) : '*'}`))
    .join('')
  return text === '' ? '$' : text.replace(/^\./, '')
}
