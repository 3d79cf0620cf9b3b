/** Checks of extensions against their definitions: content and place, and the severity of unknown ones. R4 extensibility.html. */
import type { StructureDefinition } from '@medplum/fhirtypes'
import type { JsonObject } from '../../core/json.ts'
import { compilePlaces } from '../rules/extension-place.ts'
import type { Compiler } from './compiler.ts'
import type { Run, ValueCheck } from './run.ts'

type Known = { readonly structure: StructureDefinition; readonly check: ValueCheck | undefined }

export type ExtensionCheck = (extension: JsonObject, run: Run) => void

/** The cache looks definitions up once for each url; it does not keep urls that only data names. */
export function compileExtensions(compiler: Compiler): ExtensionCheck {
  const known = new Map<string, Known>()
  const findMisplaced = compilePlaces(compiler)
  const find = (url: string): Known | undefined => {
    const found = known.get(url)
    if (found !== undefined) return found
    const structure = compiler.registry.findStructure(url)
    if (structure === undefined) return undefined
    const one = { structure, check: structure.type === 'Extension' ? compiler.profileCheck(url) : undefined }
    known.set(url, one)
    return one
  }
  return (extension, run) => {
    checkContent(extension, run)
    const { url } = extension
    if (typeof url !== 'string') return
    if (isPart(url)) {
      // The outer extension names the extensions inside it.
      if (!/^(?:modifierE|e)xtension$/.test(run.listNames().at(-2) ?? '')) run.report('extension-relative', 'url')
      return
    }
    const one = find(url)
    if (one === undefined) {
      reportUnknown(url, run)
      return
    }
    const misplaced = findMisplaced(one.structure, run)
    if (misplaced !== undefined) run.report(misplaced)
    if (url.includes('|')) run.report('extension-versioned', 'url')
    one.check?.(extension, undefined, run)
  }
}

const isPart = (url: string): boolean => !url.includes(':')

const isModifier = (run: Run): boolean => run.listNames().at(-1) === 'modifierExtension'

/** Urls for examples, tools or other versions of FHIR; the reference validator allows them everywhere. */
const tolerated =
  /example\.org|acme\.com|nema\.org|^http:\/\/hl7\.org\/fhir\/(?:tools\/StructureDefinition\/|\d+\.\d+\/StructureDefinition\/extension-)/

/** R4 versions.html#extensions: an element of another release, by its release and path. Those of R4 stand in R4 itself. */
const ofRelease = /^http:\/\/hl7\.org\/fhir\/(\d+\.\d+)\/StructureDefinition\/extension-/
const otherReleases: ReadonlySet<string> = new Set(['1.0', '3.0', '5.0'])

function reportUnknown(url: string, run: Run): void {
  const release = ofRelease.exec(url)?.[1]
  if (release !== undefined && !otherReleases.has(release)) {
    run.report('extension-release', 'url')
    return
  }
  const severity = tolerated.test(url) ? 'information' : run.policy.unknownExtension
  if (severity !== 'error' && isModifier(run)) run.report('modifier-unknown')
  else run.report('extension-unknown', undefined, { severity })
}

/** An extension has a value or extensions, never both (ext-1). R4 extensibility.html#Extension. */
function checkContent(extension: JsonObject, run: Run): void {
  let hasValue = false
  let hasParts = false
  for (const name in extension) {
    if (name.startsWith('value') || name.startsWith('_value')) hasValue = true
    else if (name === 'extension') hasParts = true
  }
  if (hasValue === hasParts) run.report('extension-content')
}
