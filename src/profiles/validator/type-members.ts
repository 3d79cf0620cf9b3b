/** Checks the members of a type in one pass over an object's own: names, JSON kinds, cardinality. R4 json.html. */

import { findNumberText } from '../../core/json/json-numbers.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { isPlainName } from '../findings.ts'
import { findNearest } from '../nearest-name.ts'
import { wholeForms } from '../rules/primitives.ts'
import { type Compiler, joinChecks } from './compiler.ts'
import { contentPathOf, isArray, listForms, maxOf } from './element-facts.ts'
import { checkInnerResource } from './inner-resource.ts'
import { compileInvariants } from './invariants.ts'
import { compilePrimitive } from './primitive-check.ts'
import type { ObjectCheck, Run, ValueCheck } from './run.ts'
import type { ElementNode } from './snapshot-tree.ts'
import { compileValueRules } from './value-rules.ts'

type Member = {
  readonly name: string
  /** Bit of its choice; 0 for an element of one type. */
  readonly choice: number
  readonly isPrimitive: boolean
  /** The form of a whole number. */
  readonly form: RegExp | undefined
  readonly array: boolean
  readonly most: number
  /** Checks one value, with a primitive's partner. */
  readonly check: ValueCheck
  /** We check a resource with the object that holds it. */
  readonly isResource: boolean
}

type Table = {
  readonly members: ReadonlyMap<string, Member>
  readonly isResource: boolean
  /** The partner of a primitive may be an id alone. */
  readonly isPrimitive: boolean
}

/** JSON names of which the object must have one, and how often. */
type Required = { readonly name: string; readonly names: readonly string[]; readonly least: number }

const isInnerResource = (type: string): boolean => type === 'Resource' || type === 'DomainResource'

/** `name` is the type's name, or the path of a part of one. */
export function compileMembers(compiler: Compiler, name: string, node: ElementNode): ObjectCheck {
  const isRoot = !name.includes('.')
  const isPrimitive = isRoot && compiler.isPrimitive(name)
  const children = [...node.children.values()].filter((child) => !(isPrimitive && child.name === 'value'))
  const members = new Map<string, Member>()
  const required: Required[] = []
  let choices = 0
  for (const child of children) {
    const forms = listForms(child.element)
    const choice = forms.length > 1 ? 1 << choices++ : 0
    for (const form of forms) {
      const type = isRoot && form.name === 'id' && compiler.isResourceType(name) ? 'id' : form.type
      members.set(form.name, compileMember(compiler, child, { ...form, type, choice }))
    }
    const least = child.element.min ?? 0
    if (least > 0) required.push({ name: child.name.replace('[x]', ''), names: forms.map((form) => form.name), least })
  }
  const isResource = compiler.isResourceType(name)
  const invariants = isRoot ? compileInvariants(compiler, node.element.constraint ?? [], name) : undefined
  const rule = compiler.rules[name]
  return (object, run) => {
    const host = run.host
    run.host = name
    checkMembers(compiler, object, { members, isResource, isPrimitive }, run)
    for (const one of required) checkRequired(object, one, run)
    invariants?.(object, undefined, run)
    rule?.(object, run)
    run.host = host
  }
}

type Form = { readonly name: string; readonly type: string; readonly choice: number }

function compileMember(compiler: Compiler, node: ElementNode, { name, type, choice }: Form): Member {
  const { element } = node
  const common = { name, choice, form: wholeForms[type], array: isArray(element), most: maxOf(element) }
  if (isInnerResource(type)) return { ...common, isPrimitive: false, isResource: true, check: () => {} }
  const content = contentPathOf(element) ?? (node.children.size > 0 ? element.path : type)
  const isPrimitive = content === type && (type === 'xhtml' || compiler.isPrimitive(type))
  const rules = compileValueRules(compiler, node, { type, base: undefined })
  const own = isPrimitive ? compilePrimitiveValue(compiler, type) : compileObjectValue(compiler, content)
  return { ...common, isPrimitive, isResource: false, check: joinChecks([own, rules]) ?? own }
}

function compileObjectValue(compiler: Compiler, content: string): ValueCheck {
  let check: ObjectCheck | undefined
  return (value, _extra, run) => {
    if (!isJsonObject(value)) {
      run.report(value === '' ? 'empty-value' : 'object-expected')
      return
    }
    check ??= compiler.typeCheck(content)
    check(value, run)
  }
}

function compilePrimitiveValue(compiler: Compiler, type: string): ValueCheck {
  const checkFormat = type === 'xhtml' ? undefined : compilePrimitive(type)
  const rule = compiler.rules[type]
  let checkExtra: ObjectCheck | undefined
  return (value, extra, run) => {
    if (value !== undefined && value !== null) {
      checkFormat?.(value, run)
      rule?.(value, run)
    }
    if (extra === undefined || extra === null) return
    if (!isJsonObject(extra)) {
      run.report('object-expected')
      return
    }
    if ((value === undefined || value === null) && extra['extension'] === undefined) run.report('empty-value')
    checkExtra ??= compiler.typeCheck(type === 'xhtml' ? 'Element' : type)
    checkExtra(extra, run)
  }
}

function checkMembers(compiler: Compiler, object: JsonObject, table: Table, run: Run): void {
  const { members, isResource, isPrimitive } = table
  let chosen = 0
  // An id alone is no content; a resource needs none (ele-1).
  let isEmpty = !isResource
  for (const name in object) {
    let member = members.get(name)
    if (member === undefined) {
      if (name === 'resourceType' && isResource) continue
      const plain = name.charCodeAt(0) === 95 ? name.slice(1) : ''
      member = members.get(plain)
      if (member === undefined || !member.isPrimitive) {
        reportUnknown(plain === '' ? name : plain, members, run)
        continue
      }
      // If the value is present, its check covers both.
      if (object[plain] !== undefined) continue
    }
    if (name !== 'id' || isPrimitive) isEmpty = false
    if ((member.choice & chosen) !== 0) {
      run.report('choice-repeated', member.name)
      continue
    }
    chosen |= member.choice
    run.enter(member.name)
    if (member.isResource) checkResources(compiler, object, member, run)
    else checkMember(object, member, run)
    run.leave()
  }
  if (isEmpty) run.report('empty-value')
}

/** Names the element that was probably meant. */
function reportUnknown(name: string, members: Table['members'], run: Run): void {
  const nearest = isPlainName(name) ? findNearest(name, [...members.keys()]) : undefined
  run.report('element-unknown', name, { detail: nearest && `did you mean ${nearest}?` })
}

function checkMember(object: JsonObject, member: Member, run: Run): void {
  const value = object[member.name]
  const extra = member.isPrimitive ? object[`_${member.name}`] : undefined
  if (value === null || extra === null) {
    run.report('null-value')
    return
  }
  if (!member.array) {
    if (Array.isArray(value) || Array.isArray(extra)) {
      run.report('single-expected')
      return
    }
    member.check(value, extra, run)
    if (member.form !== undefined) checkForm(object, member.name, member.form, run)
    return
  }
  if ((value !== undefined && !Array.isArray(value)) || (extra !== undefined && !Array.isArray(extra))) {
    run.report('array-expected')
    return
  }
  if (value?.length === 0 || extra?.length === 0) run.report('empty-value')
  if (Math.max(value?.length ?? 0, extra?.length ?? 0) > member.most)
    run.report('cardinality', undefined, { detail: `at most ${member.most}` })
  checkItems({ values: value, extras: extra }, 0, member, run)
}

type Items = { readonly values: JsonValue[] | undefined; readonly extras: JsonValue[] | undefined }

function checkItems(items: Items, from: number, member: Member, run: Run): void {
  const { values, extras } = items
  const count = Math.max(values?.length ?? 0, extras?.length ?? 0)
  for (let index = from; index < count; index++) {
    if (run.isSpent()) {
      postponeItems(items, index, member, run)
      return
    }
    const value = values?.[index] ?? undefined
    const extra = extras?.[index] ?? undefined
    run.enter(index)
    // In an array of primitives, null fills the place of a value that has only extensions, and the other way round.
    if (value === undefined && extra === undefined) run.report('null-value')
    else member.check(value, extra, run)
    if (member.form !== undefined && values !== undefined) checkForm(values, index, member.form, run)
    run.leave()
  }
}

/** Stands outside the loop, as each turn would otherwise create the closure's scope. */
const postponeItems = (items: Items, from: number, member: Member, run: Run): void =>
  run.postpone(() => checkItems(items, from, member, run))

/** `1.0` and `1e2` are no whole numbers in FHIR, although JavaScript reads them as such. */
function checkForm(parent: object, key: string | number, form: RegExp, run: Run): void {
  const text = findNumberText(parent, key)
  if (text !== undefined && !form.test(text)) run.report('primitive-format')
}

function checkResources(compiler: Compiler, parent: JsonObject, member: Member, run: Run): void {
  const value = parent[member.name]
  if (value === null || value === undefined) {
    run.report('null-value')
    return
  }
  if (member.array !== Array.isArray(value)) {
    run.report(member.array ? 'array-expected' : 'single-expected')
    return
  }
  if (!Array.isArray(value)) {
    checkInnerResource(compiler, value, parent, run)
    return
  }
  if (value.length === 0) run.report('empty-value')
  checkEachResource(compiler, value, { parent, from: 0 }, run)
}

type Within = { readonly parent: JsonObject; readonly from: number }

function checkEachResource(compiler: Compiler, values: JsonValue[], { parent, from }: Within, run: Run): void {
  for (let index = from; index < values.length; index++) {
    if (run.isSpent()) {
      postponeResources(compiler, values, { parent, from: index }, run)
      return
    }
    run.enter(index)
    checkInnerResource(compiler, values[index] ?? null, parent, run)
    run.leave()
  }
}

const postponeResources = (compiler: Compiler, values: JsonValue[], within: Within, run: Run): void =>
  run.postpone(() => checkEachResource(compiler, values, within, run))

function checkRequired(object: JsonObject, { name, names, least }: Required, run: Run): void {
  for (const one of names) {
    const value = object[one]
    if (value === undefined && object[`_${one}`] === undefined) continue
    if (least > 1 && Array.isArray(value) && value.length < least)
      run.report('cardinality', one, { detail: `at least ${least}` })
    return
  }
  run.report('minimum', name)
}
