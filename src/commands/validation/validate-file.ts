/** Checks the resources of one file against R4 and their profiles, without a database. */
import { systemClock } from '../../core/clock.ts'
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { listRequired } from '../../profiles/au-core/required-profiles.ts'
import { hasErrors } from '../../profiles/check.ts'
import type { Definitions } from '../../profiles/definitions/definitions.ts'
import type { GlobalProfile } from '../../profiles/definitions/global-profiles.ts'
import { type Finding, finding } from '../../profiles/findings.ts'
import { withValue } from '../../profiles/found-values.ts'
import { buildOutcome, type Locate } from '../../profiles/outcome.ts'
import type { Registry } from '../../profiles/registry.ts'
import type { Supporting } from '../../profiles/supporting.ts'
import { offline, openValidator } from '../../profiles/validator/validator.ts'
import { type FileResult, notRead } from './file-result.ts'
import { type Input, readInput } from './list-inputs.ts'
import { isTextError, parseText, type Text, type TextError } from './read-resource.ts'
import { type Part, splitParts } from './split-lines.ts'
import type { Terminology } from './terminology-answers.ts'

/** A result for each resource. */
export type FileValidator = (input: Input) => Promise<readonly FileResult[]>

export type Asked = {
  readonly definitions: Definitions
  /** Its definitions, with the given ones. */
  readonly registry: Registry
  /** Other given resources. */
  readonly supporting: Supporting
  readonly terminology: Terminology
  /** Those that the given packages declare for all resources. */
  readonly globalProfiles: readonly GlobalProfile[]
  /** Absent: those that the resource claims and AU Core's of its type; `none`: R4 only. */
  readonly profiles: readonly string[] | 'none' | undefined
}

export function openFileValidator(asked: Asked): FileValidator {
  const judge = openJudge(asked)
  return async (input) => {
    const bytes = await readInput(input)
    if (typeof bytes === 'string') return [notRead(input.name, bytes)]
    const parts = splitParts(input.name, bytes)
    if (parts.length === 0) return [notRead(input.name, 'no-resource')]
    const results: FileResult[] = []
    for (const part of parts) results.push(await judge(input.name, part))
    return results
  }
}

function openJudge({ definitions, registry, supporting, profiles, terminology, globalProfiles }: Asked) {
  const validate = openValidator({
    ...{ registry, codes: terminology.codes, supporting, model: definitions },
    searchParameters: definitions.searchParameters,
    ...{ clock: systemClock, bestPractice: 'warning', globalProfiles: profiles === 'none' ? [] : globalProfiles },
  })
  return async (file: string, part: Part): Promise<FileResult> => {
    const read = await readValue(definitions, part.bytes)
    if ('refused' in read) return conclude({ file, part, profiles: [] }, read)
    const resource = profiles === 'none' ? withoutClaims(read.value) : read.value
    const asked = profiles === 'none' ? [] : (profiles ?? listRequired(String(resource['resourceType'])))
    const { findings: found } = await terminology.settle(() => validate(resource, { profiles: asked, policy: offline }))
    const findings = found.map((one) => withValue(one, resource))
    const held = [...new Set([...listClaims(resource), ...asked])]
    return conclude({ file, part, profiles: held }, { errors: read.errors, findings, locate: read.locate(findings) })
  }
}

type Judged = { readonly file: string; readonly part: Part; readonly profiles: readonly string[] }

function conclude({ file, part: { line }, profiles }: Judged, { errors, findings, locate }: Told): FileResult {
  const shifted = shiftBy((line ?? 1) - 1)
  const unreadable = errors.flatMap(
    (error) =>
      buildOutcome(
        [refusalOf(error)],
        shifted(() => error),
      ).issue,
  )
  const { issue } = buildOutcome(findings, locate && shifted(locate))
  return {
    ...{ file, ...(line === undefined ? {} : { line }), valid: errors.length === 0 && !hasErrors(findings), profiles },
    outcome: {
      resourceType: 'OperationOutcome',
      issue: unreadable.length > 0 && findings.length === 0 ? unreadable : [...unreadable, ...issue],
    },
  }
}

/** A resource of NDJSON is read as a text of its own, but its place is one of the file. */
const shiftBy =
  (lines: number) =>
  (locate: Locate): Locate =>
  (expression) => {
    const at = locate(expression)
    return at && { line: at.line + lines, column: at.column }
  }

function refusalOf(error: TextError): Finding {
  const place = 'path' in error && error.path !== '' ? error.path : 'Resource'
  return { ...finding('text-unreadable', place), message: error.reason }
}

type Told = {
  readonly errors: readonly TextError[]
  readonly findings: readonly Finding[]
  readonly locate: Locate | undefined
}
type Read = (Text & { readonly value: JsonObject }) | (Told & { readonly refused: true })

/** A text that cannot be read is a finding at the place where reading stopped. */
async function readValue(definitions: Definitions, bytes: Buffer): Promise<Read> {
  try {
    const text = await parseText(definitions, bytes)
    const { value } = text
    if (isJsonObject(value)) return { ...text, value }
    return { refused: true, errors: [], findings: [finding('object-expected', 'Resource')], locate: undefined }
  } catch (error) {
    if (!isTextError(error)) throw error
    return { refused: true, errors: [error], findings: [], locate: undefined }
  }
}

function listClaims({ meta }: JsonObject): string[] {
  const claimed = isJsonObject(meta) && Array.isArray(meta['profile']) ? meta['profile'] : []
  return claimed.filter((profile) => typeof profile === 'string')
}

function withoutClaims(resource: JsonObject): JsonObject {
  if (!isJsonObject(resource['meta'])) return resource
  const { profile: _, ...meta } = resource['meta']
  const { meta: __, ...rest } = resource
  return Object.keys(meta).length === 0 ? rest : { ...rest, meta }
}
