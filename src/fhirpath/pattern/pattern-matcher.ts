/**
 * Matches regular expressions in a bounded number of steps: neither a profile's pattern nor a patient's text can hold the process.
 * FHIRPath N1 §5.6.
 */
import type { Run } from '../environment.ts'
import { FhirPathFault } from '../errors.ts'
import { type Bounds, type Pattern, parsePattern } from './pattern-syntax.ts'

/** About 50 ms; ordinary patterns need a small multiple of the text's length. */
const maxSteps = 2_000_000
/** So many are about one step of an evaluation. */
const stepsOfRun = 8
/** Rounds of a repeated group; each takes some of the stack. */
const maxRounds = 1000

/** Ends of the groups, two for each: the whole match first. */
export type Match = readonly number[]

/** A group or round that has begun. */
type Begun = { readonly start: number; readonly count: number }

type State = { readonly text: string; readonly ends: number[]; readonly begun: Map<Step, Begun[]>; steps: number }

/** The end of the rest of the pattern from a place; -1 for no match. */
type Step = (at: number, state: State) => number

export type CompiledPattern = {
  /** A match charges the evaluation around it. */
  readonly find: (text: string, from: number, run?: Pick<Run, 'spend'>) => Match | undefined
  readonly names: ReadonlyMap<string, number>
}

function spend(state: State): void {
  state.steps -= 1
  if (state.steps < 0) throw new FhirPathFault('limit')
}

export function compilePattern(source: string): CompiledPattern {
  const { pattern, groups, names } = parsePattern(source)
  const first = compileStep(pattern, (at) => at)
  const find = (text: string, from: number, run?: Pick<Run, 'spend'>): Match | undefined => {
    const state: State = {
      text,
      ends: new Array<number>(2 * groups + 2).fill(-1),
      begun: new Map(),
      steps: maxSteps,
    }
    const start = findStart(first, from, state)
    run?.spend(Math.trunc((maxSteps - state.steps) / stepsOfRun))
    return start < 0 ? undefined : state.ends
  }
  return { find, names }
}

/** Ends of the whole match are kept with those of the groups. */
function findStart(first: Step, from: number, state: State): number {
  for (let at = from; at <= state.text.length; at += 1) {
    const end = first(at, state)
    if (end < 0) continue
    state.ends[0] = at
    state.ends[1] = end
    return at
  }
  return -1
}

function compileStep(pattern: Pattern, next: Step): Step {
  switch (pattern.kind) {
    case 'character':
      return compileCharacter(pattern.source, next)
    case 'anchor':
      return compileAnchor(pattern.anchor, next)
    case 'all':
      return pattern.parts.reduceRight((rest, part) => compileStep(part, rest), next)
    case 'any':
      return compileChoice(pattern.parts.map((part) => compileStep(part, next)))
    case 'group':
      return compileGroup(pattern.part, pattern.index, next)
    case 'look':
      return compileLook(pattern, next)
    case 'repeat':
      return pattern.part.kind === 'character'
        ? repeatCharacter(pattern.part.source, pattern, next)
        : repeatPart(pattern.part, pattern, next)
  }
}

type Test = (text: string, at: number) => number

/** The length of the character at a place, if it matches; otherwise zero. */
function compileTest(source: string): Test {
  const pattern = readCharacter(source)
  const ascii = Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code)))
  return (text, at) => {
    const code = text.codePointAt(at)
    if (code === undefined) return 0
    if (code < 128) return ascii[code] ? 1 : 0
    return pattern.test(String.fromCodePoint(code)) ? (code > 0xffff ? 2 : 1) : 0
  }
}

function readCharacter(source: string): RegExp {
  try {
    return new RegExp(`^${source}$`, 'su')
  } catch {
    throw new FhirPathFault('pattern')
  }
}

function compileCharacter(source: string, next: Step): Step {
  const test = compileTest(source)
  return (at, state) => {
    spend(state)
    const length = test(state.text, at)
    return length === 0 ? -1 : next(at + length, state)
  }
}

const isWord = (text: string, at: number): boolean => /\w/.test(text[at] ?? '')

const anchors: Readonly<Record<'^' | '$' | 'b' | 'B', (text: string, at: number) => boolean>> = {
  '^': (_, at) => at === 0,
  $: (text, at) => at === text.length,
  b: (text, at) => isWord(text, at - 1) !== isWord(text, at),
  B: (text, at) => isWord(text, at - 1) === isWord(text, at),
}

const compileAnchor =
  (anchor: '^' | '$' | 'b' | 'B', next: Step): Step =>
  (at, state) => {
    spend(state)
    return anchors[anchor](state.text, at) ? next(at, state) : -1
  }

const compileChoice =
  (steps: readonly Step[]): Step =>
  (at, state) => {
    for (const step of steps) {
      spend(state)
      const end = step(at, state)
      if (end >= 0) return end
    }
    return -1
  }

/** Ends are restored if the rest does not match. */
function compileGroup(part: Pattern, index: number, next: Step): Step {
  const close: Step = (at, state) => {
    const begun = begunOf(state, close)
    const own = begun.pop() ?? { start: at, count: 0 }
    const [start = -1, end = -1] = state.ends.slice(2 * index, 2 * index + 2)
    state.ends.splice(2 * index, 2, own.start, at)
    const found = next(at, state)
    if (found < 0) state.ends.splice(2 * index, 2, start, end)
    begun.push(own)
    return found
  }
  const inner = compileStep(part, close)
  return (at, state) => enter({ inner, close, state }, { start: at, count: 0 })
}

function begunOf({ begun }: State, close: Step): Begun[] {
  const known = begun.get(close) ?? []
  begun.set(close, known)
  return known
}

type Entry = { readonly inner: Step; readonly close: Step; readonly state: State }

/** An opened state exists for its end, and is removed after both. */
function enter({ inner, close, state }: Entry, own: Begun): number {
  const begun = begunOf(state, close)
  begun.push(own)
  const end = inner(own.start, state)
  begun.pop()
  return end
}

function compileLook({ part, isNegated }: Pattern & { kind: 'look' }, next: Step): Step {
  const look = compileStep(part, (at) => at)
  return (at, state) => (look(at, state) >= 0 === isNegated ? -1 : next(at, state))
}

type Repeat = { readonly bounds: Bounds; readonly isLazy: boolean }

/** Without recursion: as often as possible, then less often, or the other way round. */
function repeatCharacter(source: string, { bounds: [least, most], isLazy }: Repeat, next: Step): Step {
  const test = compileTest(source)
  const advance = (at: number, state: State): number => {
    spend(state)
    const length = test(state.text, at)
    return length === 0 ? -1 : at + length
  }
  const lazily: Step = (start, state) => {
    let at = start
    for (let count = 0; at >= 0 && count <= most; count += 1) {
      const end = count < least ? -1 : next(at, state)
      if (end >= 0) return end
      at = advance(at, state)
    }
    return -1
  }
  const greedily: Step = (start, state) => {
    const places = [start]
    for (let at = start; places.length <= most; ) {
      at = advance(at, state)
      if (at < 0) break
      places.push(at)
    }
    for (let count = places.length - 1; count >= least; count -= 1) {
      const end = next(places[count] ?? start, state)
      if (end >= 0) return end
    }
    return -1
  }
  return isLazy ? lazily : greedily
}

/** An empty round is the last one. */
function repeatPart(part: Pattern, { bounds: [least, most], isLazy }: Repeat, next: Step): Step {
  const close: Step = (at, state) => {
    const begun = begunOf(state, close)
    const own = begun.pop() ?? { start: -1, count: 0 }
    const end = at === own.start && own.count > least ? -1 : attempt(at, own.count, state)
    begun.push(own)
    return end
  }
  const inner = compileStep(part, close)
  const again = (at: number, count: number, state: State): number => {
    if (count >= most) return -1
    if (count >= maxRounds) throw new FhirPathFault('limit')
    return enter({ inner, close, state }, { start: at, count: count + 1 })
  }
  const leave = (at: number, count: number, state: State): number => (count < least ? -1 : next(at, state))
  const attempt = (at: number, count: number, state: State): number => {
    spend(state)
    const first = isLazy ? leave(at, count, state) : again(at, count, state)
    if (first >= 0) return first
    return isLazy ? again(at, count, state) : leave(at, count, state)
  }
  return (at, state) => attempt(at, 0, state)
}
