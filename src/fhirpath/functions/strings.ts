/** Texts. FHIRPath N1 §5.6, and functions of its next release that R4's own expressions use. */
import { maxTextLength } from '../arithmetic.ts'
import { areConstant, type Call, type Compiled, compileArgs, compiled, type FunctionRow, single } from '../compiled.ts'
import { convert } from '../conversion.ts'
import type { Run } from '../environment.ts'
import { FhirPathFault } from '../errors.ts'
import { type Collection, empty, type Node, ofInteger, ofText, ofTruth } from '../node.ts'
import { patternReader, replaceMatches } from '../pattern/replace-matches.ts'
import { escapes, unescapes } from './escapes.ts'

/** The text of the only item; a primitive of another type has none, as in the reference validator: D38. */
export function readText(part: Compiled, self: Node, run: Run): string | undefined {
  const item = single(part.read(self, run))
  if (typeof item?.value === 'object') throw new FhirPathFault('type')
  return item?.type.system === 'String' && typeof item.value === 'string' ? item.value : undefined
}

export function readNumber(part: Compiled, self: Node, run: Run): number | undefined {
  const value = single(part.read(self, run))?.value
  if (value !== undefined && typeof value !== 'number') throw new FhirPathFault('type')
  return value
}

type Answer = string | number | boolean | undefined

function ofAnswer(answer: Answer): Collection {
  if (typeof answer === 'string') {
    if (answer.length > maxTextLength) throw new FhirPathFault('limit')
    return ofText(answer)
  }
  return typeof answer === 'number' ? ofInteger(answer) : ofTruth(answer)
}

type OfTexts = (texts: readonly string[], run: Run) => Answer

/** A function of texts: empty if any of them is. `valueless` is for a primitive with extensions only: D38. */
function texts(count: number, evaluate: (...all: readonly string[]) => Answer, valueless?: Answer): FunctionRow {
  const compile = (call: Call): Compiled => compileTexts(call, (all) => evaluate(...all), valueless)
  return { args: [count, count], compile }
}

function compileTexts(call: Call, evaluate: OfTexts, valueless: Answer): Compiled {
  const parts = [call.of, ...compileArgs(call)]
  const read = (self: Node, run: Run): Collection => {
    const found: string[] = []
    for (const part of parts) {
      const text = readText(part, self, run)
      if (text === undefined) return part === call.of && part.exists(self, run) ? ofAnswer(valueless) : empty
      found.push(text)
      run.spend(1 + (text.length >> 10))
    }
    return ofAnswer(evaluate(found, run))
  }
  return compiled({ read, isSingle: true, isConstant: areConstant(parts) })
}

/** True if a part of the text matches the pattern, which is compiled again only when it changes. */
const compileMatches =
  (write: (source: string) => string) =>
  (call: Call): Compiled => {
    const read = patternReader()
    const isMatch: OfTexts = ([text = '', source = ''], run) => read(write(source)).find(text, 0, run) !== undefined
    return compileTexts(call, isMatch, false)
  }

function compileReplaceMatches(call: Call): Compiled {
  const read = patternReader()
  const replace: OfTexts = ([text = '', source = '', substitution = ''], run) =>
    // An empty pattern matches nothing.
    source === '' ? text : replaceMatches(read(source), { text, substitution, run })
  return compileTexts(call, replace, undefined)
}

function compileSubstring(call: Call): Compiled {
  const { of } = call
  const [start, length] = compileArgs(call)
  return compiled({
    read: (self, run) => {
      const text = readText(of, self, run)
      const from = start && readNumber(start, self, run)
      const count = length && readNumber(length, self, run)
      if (text === undefined || from === undefined || from < 0 || from >= text.length) return empty
      return ofText(text.slice(from, count === undefined ? undefined : from + Math.max(0, count)))
    },
    isSingle: true,
    isConstant: false,
  })
}

function compileToChars({ of }: Call): Compiled {
  return compiled({
    read: (self, run) => {
      const characters = [...(readText(of, self, run) ?? '')]
      run.spend(characters.length)
      return characters.flatMap(ofText)
    },
    isConstant: of.isConstant,
  })
}

function compileSplit(call: Call): Compiled {
  const { of } = call
  const [separator] = compileArgs(call)
  return compiled({
    read: (self, run) => {
      const parts = readText(of, self, run)?.split((separator && readText(separator, self, run)) ?? '') ?? []
      run.spend(parts.length)
      return parts.flatMap(ofText)
    },
  })
}

function compileJoin(call: Call): Compiled {
  const { of } = call
  const [separator] = compileArgs(call)
  return compiled({
    read: (self, run) => {
      const items = of.read(self, run).flatMap((item) => convert(item, 'String') ?? [])
      const between = (separator && readText(separator, self, run)) ?? ''
      return items.length === 0 ? empty : ofAnswer(items.map(({ value }) => String(value)).join(between))
    },
    isSingle: true,
  })
}

const encodings: ReadonlyMap<string, BufferEncoding> = new Map([
  ['base64', 'base64'],
  ['urlbase64', 'base64url'],
  ['hex', 'hex'],
])

function recode(text: string, name: string, isEncoding: boolean): string | undefined {
  const encoding = encodings.get(name)
  if (encoding === undefined) return undefined
  if (!isEncoding) return Buffer.from(text, encoding).toString('utf8')
  const encoded = Buffer.from(text, 'utf8').toString(encoding)
  return encoding === 'base64url' ? encoded.padEnd(Math.ceil(encoded.length / 4) * 4, '=') : encoded
}

const replaceAll = (text: string, pattern: string, substitution: string): string => {
  // Each replacement would be longer than the text itself: bounded before it is made.
  if (text.length * substitution.length > maxTextLength * 10) throw new FhirPathFault('limit')
  return text.replaceAll(pattern, () => substitution)
}

export const strings = {
  indexOf: texts(1, (text = '', part = '') => text.indexOf(part), -1),
  lastIndexOf: texts(1, (text = '', part = '') => text.lastIndexOf(part)),
  substring: { args: [1, 2], compile: compileSubstring },
  startsWith: texts(1, (text = '', part = '') => text.startsWith(part), false),
  endsWith: texts(1, (text = '', part = '') => text.endsWith(part)),
  contains: texts(1, (text = '', part = '') => text.includes(part), false),
  upper: texts(0, (text = '') => text.toUpperCase()),
  lower: texts(0, (text = '') => text.toLowerCase()),
  replace: texts(2, (text = '', pattern = '', substitution = '') => replaceAll(text, pattern, substitution)),
  matches: { args: [1, 1], compile: compileMatches((source) => source) },
  matchesFull: { args: [1, 1], compile: compileMatches((source) => `^(?:${source})$`) },
  replaceMatches: { args: [2, 2], compile: compileReplaceMatches },
  length: texts(0, (text = '') => text.length),
  trim: texts(0, (text = '') => text.trim()),
  toChars: { args: [0, 0], compile: compileToChars },
  split: { args: [1, 1], compile: compileSplit },
  join: { args: [0, 1], compile: compileJoin },
  encode: texts(1, (text = '', name = '') => recode(text, name, true)),
  decode: texts(1, (text = '', name = '') => recode(text, name, false)),
  escape: texts(1, (text = '', target = '') => escapes.get(target)?.(text)),
  unescape: texts(1, (text = '', target = '') => unescapes.get(target)?.(text)),
} satisfies Readonly<Record<string, FunctionRow>>
