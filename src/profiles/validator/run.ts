/** One validation under way: where it is, what it found, what only others can answer. */

import type { JsonObject, JsonValue } from '../../core/json.ts'
import type { Budget, Environment } from '../../fhirpath/environment.ts'
import { buildResolver, listEntries, type Resolver } from '../bundle-entries.ts'
import type { Code } from '../code-lookup.ts'
import { type Finding, finding, isPlainName, type RuleKey, severityOf } from '../findings.ts'
import { listContained } from '../references.ts'
import { Found } from './found.ts'

export type PendingReference = { readonly expression: string; readonly reference: string }
export type PendingCode = {
  readonly expression: string
  readonly valueSet: string
  readonly codes: readonly Code[]
  readonly profile?: string
}

/** What a value is part of: `container` holds the contained resources that it may point to. */
export type Frame = {
  readonly resource: JsonObject
  readonly container: JsonObject
  /** The Bundle around it, whose entries it may point to. */
  readonly bundle: JsonObject | undefined
  readonly fullUrl: string | undefined
  /** What expressions are evaluated with, made when first needed. */
  environment?: Environment
}

/** Where who asks decides what a doubt amounts to. */
export type Policy = {
  /** A claimed profile that is not known. */
  readonly unknownProfile: Finding['severity']
  /** A code that its system, loaded in full, does not have, and that no required binding speaks of. */
  readonly unknownCode: Finding['severity']
  /** An extension without a definition here. */
  readonly unknownExtension: Finding['severity']
  /** A reference that nothing here resolves, by its text: its form, and the type that it names. */
  readonly unresolved: Finding['severity']
}

type More = Partial<Pick<Finding, 'rule' | 'message' | 'severity' | 'code' | 'expression'>>

/** A few seconds in all, however many invariants a profile states: the largest published resource needs a fraction. */
const maxSteps = 6_000_000

/** Far beyond the values that a resource may have. */
const unbounded = 2 ** 30

/** A few milliseconds. */
const itemsOfSlice = 200

export class Run {
  readonly root: JsonObject
  readonly policy: Policy
  found = new Found()
  references: PendingReference[] = []
  codes: PendingCode[] = []
  frame: Frame
  /** The profile and slice that are being checked; absent for the types themselves. */
  profile: string | undefined
  slice: string | undefined
  /** The type, or path of a part of one, whose members are being checked. */
  host = ''
  /** Steps that all expressions together may still take. */
  readonly budget: Budget = { left: maxSteps }
  private readonly answers = new Map<JsonObject, Map<string, boolean>>()
  private readonly bundles = new Map<JsonObject, Resolver>()
  private readonly contained = new Map<JsonObject, ReadonlyMap<JsonValue | undefined, JsonObject>>()
  /** Items that may be looked at before the turn is given back; small resources, and probes, have no bound. */
  private left = unbounded
  /** What is left of the checks under way, in their order. */
  private later: (() => void)[] = []
  private readonly steps: (string | number)[] = []
  private depth = 0

  constructor(root: JsonObject, policy: Policy) {
    this.root = root
    this.policy = policy
    this.frame = { resource: root, container: root, bundle: undefined, fullUrl: undefined }
  }

  /** Goes down to a member or an item. */
  enter(step: string | number): void {
    this.steps[this.depth++] = step
  }

  leave(): void {
    this.depth--
  }

  expression(name?: string): string {
    let text = ''
    for (let index = 0; index < this.depth; index++) {
      const step = this.steps[index]
      if (typeof step === 'number') text += `[${step}]`
      else text += index === 0 ? step : `.${step}`
    }
    // A name that no definition knows could hold anything: it is told only where it looks like an element's.
    return name !== undefined && isPlainName(name) ? `${text}.${name}` : text
  }

  /** Names on the way from the nearest resource, without indexes. */
  listNames(): string[] {
    return this.steps.slice(0, this.depth).filter((step) => typeof step === 'string')
  }

  /** Of the value of a choice, by the JSON name that led to it: `Quantity` in `valueQuantity`. */
  choiceType(element: string): string | undefined {
    if (!element.endsWith('[x]')) return undefined
    const name = this.steps[this.depth - 1]
    return typeof name === 'string' ? name.slice(element.length - 3) : undefined
  }

  report(rule: RuleKey, name?: string, more?: More): void {
    // Where all is told, the place is not worked out.
    if (!this.found.hasRoom(more?.severity ?? severityOf(rule))) return
    this.found.add({
      ...finding(rule, this.expression(name)),
      ...more,
      ...(this.profile === undefined ? {} : { profile: this.profile }),
      ...(this.slice === undefined ? {} : { slice: this.slice }),
    })
  }

  /** Counts one item; whether this slice has looked at all that it may, so that what is left has to be postponed. */
  isSpent(): boolean {
    return this.left-- <= 0
  }

  /** Goes on with a check of the value in hand, in this slice or a later one. */
  goOn<T>(check: (value: T, extra: undefined, run: Run) => void, value: T): void {
    if (this.left > 0) check(value, undefined, this)
    else this.postpone(() => check(value, undefined, this))
  }

  /** Goes on with `rest` at this place in a later slice; what is postponed within it comes before what waits already. */
  postpone(rest: () => void): void {
    const { frame, profile, slice, host } = this
    const steps = this.steps.slice(0, this.depth)
    this.later.push(() => {
      this.depth = 0
      for (const step of steps) this.enter(step)
      Object.assign(this, { frame, profile, slice, host })
      rest()
    })
  }

  /** Does `check` in slices; the turn is the caller's between them. */
  *inSlices(check: () => void): Generator<undefined, void> {
    const waiting = [check]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      this.left = itemsOfSlice
      next()
      // Innermost first, as they come out of their loops.
      for (const rest of this.later.reverse()) waiting.push(rest)
      this.later = []
      if (this.left <= 0) yield
    }
  }

  /** The resource of that id in a container; of several the first. */
  findContained(container: JsonObject, id: string): JsonObject | undefined {
    const known = this.contained.get(container)
    if (known !== undefined) return known.get(id)
    const byId = new Map(
      listContained(container)
        .map((one) => [one['id'], one] as const)
        .reverse(),
    )
    this.contained.set(container, byId)
    return byId.get(id)
  }

  resolverOf(bundle: JsonObject): Resolver {
    const known = this.bundles.get(bundle)
    if (known !== undefined) return known
    const resolve = buildResolver(listEntries(bundle))
    this.bundles.set(bundle, resolve)
    return resolve
  }

  /**
   * Targets may point back: what is being asked already is taken to be so. What was answered stays so, as each way that leads to an
   * object would be gone again, and there may be more of them than can be gone.
   */
  askOnce(object: JsonObject, url: string, ask: () => boolean): boolean {
    const answers = this.answers.get(object) ?? new Map<string, boolean>()
    this.answers.set(object, answers)
    const known = answers.get(url)
    if (known !== undefined) return known
    answers.set(url, true)
    const answer = ask()
    answers.set(url, answer)
    return answer
  }

  /** Whether a check finds no error; nothing of what it finds is kept. */
  probe(check: () => void): boolean {
    const { found, references, codes, left } = this
    // Its answer is needed now.
    this.left = unbounded
    this.found = new Found()
    this.references = []
    this.codes = []
    check()
    this.left = left - (unbounded - this.left)
    const isMet = !this.found.hasError
    this.found = found
    this.references = references
    this.codes = codes
    return isMet
  }
}

/** Checks one value. `extra` is the `_` partner of a primitive: its id and extensions. */
export type ValueCheck = (value: JsonValue | undefined, extra: JsonValue | undefined, run: Run) => void

/** Checks the members of one object. */
export type ObjectCheck = (object: JsonObject, run: Run) => void
