/** Values that a composite parameter compares together, within one element. R4 search.html#composite. */
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import type { IndexedValues } from '../parameters/indexed-values.ts'
import type { Component, Composite, SearchParameters } from '../parameters/search-parameters.ts'
import type { Node } from '../parameters/search-paths.ts'
import { dateInterval } from './date-interval.ts'
import { listCodes, listNumbers, listQuantities, listTargets, listTexts, type Quantity } from './index-values.ts'
import { writeQuantities } from './quantity-rows.ts'

type Values<T> = Readonly<Record<string, (parameters: SearchParameters, node: Node) => T[]>>

/** Each form in which a search may give a value. */
const texts: Values<string> = {
  token: ({ definitions }, node) =>
    listCodes(definitions, node).flatMap(({ code, systems }) => [
      code,
      ...(systems.length === 0 ? [`|${code}`] : systems.map((system) => `${system}|${code}`)),
    ]),
  reference: ({ addresses }, node) => listTargets(addresses, node),
  uri: (_, node) => listTexts(node),
}

const noUnit = { system: undefined, code: undefined, unit: undefined }

const ordered: Values<Quantity> = {
  date: ({ zone }, { value }) => {
    const interval = dateInterval(value, zone)
    return interval === undefined ? [] : [{ ...interval, ...noUnit }]
  },
  number: (_, node) => listNumbers(node).map((interval) => ({ ...interval, ...noUnit })),
  quantity: (_, node) => listQuantities(node),
}

/** True if the index answers such a composite: at most one component has an order, and it is the last. */
export const isIndexed = ({ components }: Composite): boolean =>
  components.every(({ type }, index) =>
    index < components.length - 1 ? type in texts : type in texts || type in ordered,
  )

export const joinTexts = (parts: readonly string[]): string => parts.map((text) => JSON.stringify(text)).join()

type Target = { readonly content: JsonObject; readonly out: IndexedValues }

export function indexComposite(parameters: SearchParameters, composite: Composite, { content, out }: Target): void {
  const contexts = composite.context.read(content)
  if (contexts.length === 0) return
  const quantities = new Map<string, { heads: readonly string[]; quantities: Quantity[] }>()
  for (const { value } of contexts) {
    if (!isJsonObject(value)) continue
    const components = composite.components.map((component) => ({ parameters, component, value }))
    const last = components.at(-1)
    const isOrdered = last !== undefined && last.component.type in ordered
    const heads = (isOrdered ? components.slice(0, -1) : components).map((component) => valuesIn(component, texts))
    const own = isOrdered ? valuesIn(last, ordered) : []
    for (const combination of combine(heads)) {
      const head = joinTexts(combination)
      if (!isOrdered) out.tokens.push({ parameter: composite.key, value: head })
      if (own.length === 0) continue
      const group = quantities.get(head) ?? { heads: combination, quantities: [] }
      group.quantities.push(...own)
      quantities.set(head, group)
    }
  }
  for (const group of quantities.values()) {
    const toValue = (unit: string): string => joinTexts([...group.heads, unit])
    writeQuantities(composite.key, { quantities: group.quantities, toValue }, out)
  }
}

type In = { readonly parameters: SearchParameters; readonly component: Component; readonly value: JsonObject }

const valuesIn = <T>({ parameters, component, value }: In, values: Values<T>): T[] =>
  component.paths.flatMap(({ read }) => read(value).flatMap((node) => values[component.type]?.(parameters, node) ?? []))

/** One item of each list, in every combination. */
const combine = (lists: readonly (readonly string[])[]): string[][] =>
  lists.reduce<string[][]>((all, list) => all.flatMap((head) => list.map((text) => [...head, text])), [[]])
