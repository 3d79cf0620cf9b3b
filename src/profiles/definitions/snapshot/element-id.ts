/** The place of an element: the names on its path and the slices among them. R4 elementdefinition.html#id. */
import type { ElementDefinition } from '@medplum/fhirtypes'

export type Segment = { readonly name: string; readonly slice?: string }

export const formatSegment = ({ name, slice }: Segment): string => (slice === undefined ? name : `${name}:${slice}`)

function parseSegment(text: string): Segment {
  const colon = text.indexOf(':')
  return colon === -1 ? { name: text } : { name: text.slice(0, colon), slice: text.slice(colon + 1) }
}

/** Segments of each element: by its id, or without one by its path and the last slice of its ancestors. */
export function listSegments(elements: readonly ElementDefinition[]): (readonly Segment[])[] {
  const open = new Map<string, readonly Segment[]>()
  return elements.map(({ id, path, sliceName }) => {
    const names = path.split('.')
    const parent = open.get(names.slice(0, -1).join('.')) ?? names.slice(0, -1).map((name) => ({ name }))
    const named = id === undefined ? [...parent, { name: names.at(-1) ?? '' }] : id.split('.').map(parseSegment)
    const last = named.at(-1) ?? { name: path }
    const segments = sliceName === undefined ? named : [...named.slice(0, -1), { ...last, slice: sliceName }]
    open.set(path, segments)
    return segments
  })
}
