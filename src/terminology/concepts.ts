/** What terminology knows of a code system and its concepts, wherever they are kept. R4 codesystem.html, terminology-service.html. */

export type Designation = { readonly language?: string; readonly use?: string; readonly value: string }

/** A property's value as the text of its code, number, date or boolean. */
export type Property = { readonly code: string; readonly value: string; readonly type: PropertyType }

export type PropertyType = 'code' | 'Coding' | 'string' | 'integer' | 'boolean' | 'dateTime' | 'decimal'

export type Concept = {
  readonly code: string
  readonly display?: string
  readonly definition?: string
  readonly designations: readonly Designation[]
  readonly properties: readonly Property[]
  /** Codes right above it. */
  readonly parents: readonly string[]
}

export type SystemContent = {
  readonly url: string
  readonly name?: string
  readonly version?: string
  readonly isCaseSensitive: boolean
  /** A code that is not found is none of the system. */
  readonly isComplete: boolean
  readonly find: (code: string) => Concept | undefined
  /** All that lie above a code, however far; not itself. */
  readonly listAncestors: (code: string) => ReadonlySet<string>
  /** Whether others lie right below a code, where that can be told. */
  readonly hasChildren?: (code: string) => boolean
  /** Every concept, where they can be listed. */
  readonly list?: () => Iterable<Concept>
}

/** The code systems that can be asked; without a version it is the newest. */
export type Systems = { readonly findSystem: (url: string, version?: string) => SystemContent | undefined }

const inactiveStatuses = new Set(['retired', 'deprecated', 'inactive'])

/** R4 codesystem.html#status: a concept tells by one of the standard properties that it is not to be used. */
export const isInactive = ({ properties }: Concept): boolean =>
  properties.some(
    ({ code, value }) =>
      (code === 'inactive' && value === 'true') || (code === 'status' && inactiveStatuses.has(value)),
  )

/** Grouper concepts, not for use in data. R4 codesystem.html#defined-props. */
export const isAbstract = ({ properties }: Concept): boolean =>
  properties.some(({ code, value }) => (code === 'notSelectable' || code === 'abstract') && value === 'true')

export const isBelow = (system: SystemContent, code: string, ancestor: string): boolean =>
  system.listAncestors(code).has(ancestor)
