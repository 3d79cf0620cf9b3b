/** Reduces a StructureDefinition to the parts for checking and generating snapshots. R4 structuredefinition.html, elementdefinition.html. */
import type { ElementDefinition, Extension, StructureDefinition } from '@medplum/fhirtypes'
import { correctExpression } from './constraint-corrections.ts'

const core = 'http://hl7.org/fhir/StructureDefinition/'

/** The real type of a primitive's `value` or an `id`: published snapshots have it in an extension. */
const typeExtension = `${core}structuredefinition-fhir-type`

/** Extensions of definitions that the validator applies. */
const obeyed: ReadonlySet<string> = new Set([
  `${core}regex`,
  `${core}minLength`,
  `${core}maxDecimalPlaces`,
  `${core}maxSize`,
  `${core}mimeType`,
  `${core}elementdefinition-allowedUnits`,
  `${core}elementdefinition-bestpractice`,
  `${core}elementdefinition-maxValueSet`,
  `${core}elementdefinition-minValueSet`,
  `${core}structuredefinition-imposeProfile`,
  'http://hl7.org/fhir/tools/StructureDefinition/additional-binding',
])

const obeyedOf = (extensions: readonly Extension[] | undefined): { extension?: Extension[] } => {
  const kept = (extensions ?? []).filter(({ url }) => obeyed.has(url))
  return kept.length === 0 ? {} : { extension: kept }
}

type ElementType = NonNullable<ElementDefinition['type']>[number]
type Constraint = NonNullable<ElementDefinition['constraint']>[number]

function compactType({ extension, ...type }: ElementType): ElementType {
  const hidden = extension?.find(({ url }) => url === typeExtension)?.valueUrl
  return { ...type, ...obeyedOf(extension), code: hidden ?? type.code }
}

function compactConstraint({ key, severity, human, expression, source, extension }: Constraint): Constraint {
  const read = expression === undefined ? {} : { expression: correctExpression(key, expression) }
  const stated = { ...read, ...(source === undefined ? {} : { source }) }
  return { key, severity, human, ...stated, ...obeyedOf(extension) }
}

/** Values that an instance is compared with; their names end in a type. */
const valued = /^(fixed|pattern|minValue|maxValue|_fixed|_pattern)[A-Z]/

const copied = ['id', 'path', 'sliceName', 'sliceIsConstraining', 'slicing', 'maxLength', 'contentReference'] as const
const flags = ['mustSupport', 'isModifier', 'isSummary'] as const

/** Without prose. A differential keeps only its own parts. */
export function compactElement(element: ElementDefinition): ElementDefinition {
  const { min, max, base, type, binding, constraint } = element
  return {
    ...Object.fromEntries(copied.flatMap((name) => (element[name] === undefined ? [] : [[name, element[name]]]))),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(base === undefined || base.max === max ? {} : { base }),
    ...(type === undefined ? {} : { type: type.map(compactType) }),
    ...Object.fromEntries(Object.entries(element).filter(([name]) => valued.test(name))),
    ...Object.fromEntries(flags.flatMap((name) => (element[name] ? [[name, true]] : []))),
    ...(constraint === undefined || constraint.length === 0 ? {} : { constraint: constraint.map(compactConstraint) }),
    ...(binding === undefined
      ? {}
      : {
          binding: {
            strength: binding.strength,
            ...(binding.valueSet === undefined ? {} : { valueSet: binding.valueSet }),
            ...obeyedOf(binding.extension),
          },
        }),
    ...obeyedOf(element.extension),
  } as ElementDefinition // the parts are its own
}

/** The elements come from its snapshot. */
export function compactStructure(structure: StructureDefinition): StructureDefinition {
  const { resourceType, url, version, name, status, kind, abstract, context, contextInvariant } = structure
  const { type, baseDefinition, derivation, extension, snapshot } = structure
  const given = { version, context, contextInvariant, baseDefinition, derivation, ...obeyedOf(extension) }
  return {
    resourceType,
    url,
    name,
    status,
    kind,
    abstract,
    type,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    snapshot: { element: (snapshot?.element ?? []).map(compactElement) },
  }
}
