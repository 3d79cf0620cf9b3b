/** The interface of a code system and its concepts, in memory or in the database. R4 codesystem.html, terminology-service.html. */

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
  /** If true, a code that is not found does not belong to the system. */
  readonly isComplete: boolean
  readonly find: (code: string) => Concept | undefined
  /** All codes above a code, at any distance, without itself. */
  readonly listAncestors: (code: string) => ReadonlySet<string>
  /** Whether other codes are directly below a code, if known. */
  readonly hasChildren?: (code: string) => boolean
  /** Every concept, if they can be listed. */
  readonly list?: () => Iterable<Concept>
}

/** The known code systems; without a version the newest. */
export type Systems = { readonly findSystem: (url: string, version?: string) => SystemContent | undefined }

const inactiveStatuses = new Set(['retired', 'deprecated', 'inactive'])

/** R4 codesystem.html#status: a standard property says that a concept is not to be used. */
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
