/** Checks one file against R4 and its profiles, without a database. */
import { readFileSync } from 'node:fs'
import type { OperationOutcome } from '@medplum/fhirtypes'
import { systemClock } from '../../core/clock.ts'
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { listRequired } from '../../profiles/au-core/required-profiles.ts'
import { hasErrors } from '../../profiles/check.ts'
import type { Definitions } from '../../profiles/definitions/definitions.ts'
import { type Finding, finding } from '../../profiles/findings.ts'
import { buildOutcome, type Locate } from '../../profiles/outcome.ts'
import type { Registry } from '../../profiles/registry.ts'
import type { Supporting } from '../../profiles/supporting.ts'
import { offline, openValidator } from '../../profiles/validator/validator.ts'
import { openCodeLookup } from '../../terminology/code-lookup.ts'
import { isTextError, parseText, type Text, type TextError } from './read-resource.ts'

export type FileResult = {
  readonly file: string
  readonly valid: boolean
  /** Profiles that it was checked against besides its type. */
  readonly profiles: readonly string[]
  readonly outcome: OperationOutcome
}

export type FileValidator = (file: string) => Promise<FileResult>

export type Asked = {
  readonly definitions: Definitions
  /** Its definitions, with the given ones. */
  readonly registry: Registry
  /** Other given resources. */
  readonly supporting: Supporting
  /** Absent: those that the resource claims and AU Core's of its type; `none`: R4 only. */
  readonly profiles: readonly string[] | 'none' | undefined
}

export function openFileValidator({ definitions, registry, supporting, profiles }: Asked): FileValidator {
  const codes = openCodeLookup(registry)
  const validate = openValidator({
    ...{ registry, codes, supporting, model: definitions, searchParameters: definitions.searchParameters },
    ...{ clock: systemClock, bestPractice: 'warning' },
  })
  return async (file) => {
    const read = await readValue(definitions, file)
    if ('refused' in read) return conclude(file, [], read)
    const resource = profiles === 'none' ? withoutClaims(read.value) : read.value
    const asked = profiles === 'none' ? [] : (profiles ?? listRequired(String(resource['resourceType'])))
    const { findings } = validate(resource, { profiles: asked, policy: offline })
    return conclude(file, [...new Set([...listClaims(resource), ...asked])], {
      errors: read.errors,
      findings,
      locate: read.locate(findings),
    })
  }
}

function conclude(file: string, profiles: readonly string[], { errors, findings, locate }: Told): FileResult {
  const unreadable = errors.flatMap((error) => buildOutcome([refusalOf(error)], () => error).issue)
  const { issue } = buildOutcome(findings, locate)
  return {
    ...{ file, valid: errors.length === 0 && !hasErrors(findings), profiles },
    outcome: {
      resourceType: 'OperationOutcome',
      issue: unreadable.length > 0 && findings.length === 0 ? unreadable : [...unreadable, ...issue],
    },
  }
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
async function readValue(definitions: Definitions, file: string): Promise<Read> {
  const bytes = readFileSync(file)
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
