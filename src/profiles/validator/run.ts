/** State of one running validation: its place, its findings, and the questions for external services. */

import type { JsonObject, JsonValue } from '../../core/json.ts'
import type { Budget, Environment } from '../../fhirpath/environment.ts'
import { buildResolver, indexParameters, listEntries, type Resolver } from '../bundle-entries.ts'
import type { Code } from '../code-lookup.ts'
import { type Finding, finding, isOfDefinition, isPlainName, type RuleKey, severityOf } from '../findings.ts'
import { listContained } from '../references.ts'
import { Found } from './found.ts'

export type PendingReference = { readonly expression: string; readonly reference: string }
export type PendingCode = {
  readonly expression: string
  readonly valueSet: string
  readonly codes: readonly Code[]
  readonly profile?: string
}

/** The resource that a value is part of; `container` holds the contained resources that the value may point to. */
export type Frame = {
  readonly resource: JsonObject
  readonly container: JsonObject
  /** The Bundle around it, whose entries it may point to. */
  readonly bundle: JsonObject | undefined
  readonly fullUrl: string | undefined
  /** The environment of expressions, created at first need. */
  environment?: Environment
}

/** Severities of doubtful cases; the caller chooses them. */
export type Policy = {
  /** Severity of a claimed profile that is not known. */
  readonly unknownProfile: Finding['severity']
  /** Severity of a code that its completely loaded system lacks, if no required binding covers it. */
  readonly unknownCode: Finding['severity']
  /** Severity of an extension without a definition here. */
  readonly unknownExtension: Finding['severity']
  /** Severity of a reference whose own text, or `type`, tells a type that is not allowed. */
  readonly wrongTarget: Finding['severity']
  /** Severity of a reference in no form that anything here resolves. */
  readonly unresolved: Finding['severity']
  /** Severity of a StructureDefinition that does not agree with its base. */
  readonly faultyDefinition: Finding['severity']
  /** Severity of a control character, which JSON can hold and XML cannot. */
  readonly controlCharacter: Finding['severity']
}

/** `detail`: what the definition demands, never what the resource holds (D126). */
export type More = Partial<Pick<Finding, 'rule' | 'message' | 'severity' | 'code' | 'expression'>> & {
  readonly detail?: string | undefined
}

/** Limits all invariants together to a few seconds; the largest published resource needs a fraction. */
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
  /** The profile and slice of the current check; absent for the types themselves. */
  profile: string | undefined
  slice: string | undefined
  /** The type, or the path of a part of one, of the current members. */
  host = ''
  /** Steps left for all expressions together. */
  readonly budget: Budget = { left: maxSteps }
  private readonly answers = new Map<JsonObject, Map<string, boolean>>()
  private readonly bundles = new Map<JsonObject, Resolver>()
  private parameters: ReadonlyMap<string, JsonObject> | undefined
  private readonly contained = new Map<JsonObject, ReadonlyMap<JsonValue | undefined, JsonObject>>()
  /** Items left before the validation yields; small resources and probes have no limit. */
  private left = unbounded
  /** The rest of the running checks, in their order. */
  private later: (() => void)[] = []
  private readonly steps: (string | number)[] = []
  private depth = 0

  constructor(root: JsonObject, policy: Policy) {
    this.root = root
    this.policy = policy
    this.frame = { resource: root, container: root, bundle: undefined, fullUrl: undefined }
  }

  /** Descends to a member or an item. */
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
    // An unknown name may hold any text: findings quote it only if it looks like an element's.
    return name !== undefined && isPlainName(name) ? `${text}.${name}` : text
  }

  /** Names on the way from the nearest resource, without indexes. */
  listNames(): string[] {
    return this.steps.slice(0, this.depth).filter((step) => typeof step === 'string')
  }

  /** Returns the type of a choice's value from its JSON name: `Quantity` in `valueQuantity`. */
  choiceType(element: string): string | undefined {
    if (!element.endsWith('[x]')) return undefined
    const name = this.steps[this.depth - 1]
    return typeof name === 'string' ? name.slice(element.length - 3) : undefined
  }

  report(rule: RuleKey, name?: string, more?: More): void {
    // A full list of findings needs no place.
    const severity = more?.severity ?? this.severityOf(rule)
    if (!this.found.hasRoom(severity)) return
    const { detail, ...own } = more ?? {}
    const told = { ...finding(rule, this.expression(name)), severity, ...own }
    this.found.add({
      ...told,
      ...(detail === undefined || detail === '' ? {} : { message: `${told.message}: ${detail}` }),
      ...(this.profile === undefined ? {} : { profile: this.profile }),
      ...(this.slice === undefined ? {} : { slice: this.slice }),
    })
  }

  private severityOf(rule: RuleKey): Finding['severity'] {
    if (rule === 'control-character') return this.policy.controlCharacter
    return isOfDefinition(rule) ? this.policy.faultyDefinition : severityOf(rule)
  }

  /** Counts one item; whether this slice has used up its items, so that the rest must wait. */
  isSpent(): boolean {
    return this.left-- <= 0
  }

  /** Continues with a check of the current value, in this slice or a later one. */
  goOn<T>(check: (value: T, extra: undefined, run: Run) => void, value: T): void {
    if (this.left > 0) check(value, undefined, this)
    else this.postpone(() => check(value, undefined, this))
  }

  /** Continues with `rest` at this place in a later slice; work postponed inside it precedes the work that waits already. */
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

  /** Runs `check` in slices; between them the caller has control. */
  *inSlices(check: () => void): Generator<undefined, void> {
    const waiting = [check]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      this.left = itemsOfSlice
      next()
      // Takes the innermost first, as the loops return them.
      for (const rest of this.later.reverse()) waiting.push(rest)
      this.later = []
      if (this.left <= 0) yield
    }
  }

  /** Finds the first resource with that id in a container. */
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

  /** Finds a resource of the checked Parameters by `Type/id`. */
  findParameter(reference: string): JsonObject | undefined {
    if (this.root['resourceType'] !== 'Parameters') return undefined
    this.parameters ??= indexParameters(this.root)
    return this.parameters.get(reference)
  }

  resolverOf(bundle: JsonObject): Resolver {
    const known = this.bundles.get(bundle)
    if (known !== undefined) return known
    const resolve = buildResolver(listEntries(bundle))
    this.bundles.set(bundle, resolve)
    return resolve
  }

  /**
   * Targets may point back: a question under way counts as true. Its answer stays, as every path that leads to an
   * object would ask again, and there may be too many of these paths.
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

  /** Whether a check finds no error; its findings are dropped. */
  probe(check: () => void): boolean {
    const { found, references, codes, left } = this
    // The caller needs the answer now.
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
