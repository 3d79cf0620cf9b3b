/** Turns rows into a StructureDefinition with a differential. R4 profiling.html#snapshot, structuredefinition.html. */
import type { ElementDefinition, StructureDefinition, StructureDefinitionContext } from '@medplum/fhirtypes'
import { toCanonical } from './canonicals.ts'
import type { Row } from './rows.ts'

export type ProfileRow = {
  /** After `au-core-`. */
  readonly id: string
  readonly name: string
  readonly title: string
  readonly type: string
  readonly base: string
  /** The release that states it; the draft is not in force yet. */
  readonly version: '2.0.0' | '2.1.0-draft'
  /** The places that allow an extension. */
  readonly context?: readonly string[]
  readonly rows: readonly Row[]
}

/** The definition; callers may share it, because nothing changes it. */
export function buildProfile(profile: ProfileRow): StructureDefinition {
  const url = toCanonical(`core:${profile.id}`)
  return {
    resourceType: 'StructureDefinition',
    id: `au-core-${profile.id}`,
    url,
    version: profile.version,
    name: profile.name,
    title: profile.title,
    status: profile.version === '2.0.0' ? 'active' : 'draft',
    description: `What ${profile.title} of AU Core ${profile.version} demands beyond the definition that it rests on.`,
    fhirVersion: '4.0.1',
    kind: profile.context === undefined ? 'resource' : 'complex-type',
    abstract: false,
    ...(profile.context === undefined ? {} : { context: profile.context.map(buildContext) }),
    type: profile.type as StructureDefinition['type'], // a type's name, as the table has it
    baseDefinition: toCanonical(profile.base),
    derivation: 'constraint',
    differential: { element: profile.rows.map((row) => buildElement(row, profile.type, url)) },
  }
}

const buildContext = (expression: string): StructureDefinitionContext => ({ type: 'element', expression })

function buildElement([place, ...parts]: Row, type: string, source: string): ElementDefinition {
  const id = place === '' ? type : `${type}.${place}`
  const slice = /:([^:.]+)$/.exec(id)?.[1]
  const { constraint, ...said }: Partial<ElementDefinition> = Object.assign({}, ...parts)
  return {
    id,
    path: id.replace(/:[^.]+/g, ''),
    ...(slice === undefined ? {} : { sliceName: slice }),
    ...said,
    ...(constraint === undefined ? {} : { constraint: constraint.map((one) => ({ ...one, source })) }),
  }
}
