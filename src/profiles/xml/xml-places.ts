/** Places of elements in their XML source by FHIRPath, and the errors found on the way. */
import type { Position } from '../outcome.ts'
import type { XmlError } from './xml-error.ts'

/** More errors help no reader. */
const maxErrors = 100

/** Offsets of tags, collected while reading. */
export class XmlPlaces {
  readonly errors: XmlError[] = []
  private readonly offsets = new Map<string, number>()
  private lineStarts: readonly number[] | undefined

  note(error: XmlError): void {
    if (this.errors.length < maxErrors) this.errors.push(error)
  }

  /** A list begins with its first item. */
  mark(path: string, offset: number): void {
    if (!this.offsets.has(path)) this.offsets.set(path, offset)
    if (path.endsWith('[0]')) this.offsets.set(path.slice(0, -3), offset)
  }

  /** A missing element or an attribute has the place of its nearest parent. */
  locate(expression: string, text: string): Position | undefined {
    const offset = this.find(expression)
    if (offset === undefined) return undefined
    this.lineStarts ??= listLineStarts(text)
    const line = this.lineStarts.findLastIndex((start) => start <= offset)
    return { line: line + 1, column: offset - (this.lineStarts[line] ?? 0) + 1 }
  }

  private find(expression: string): number | undefined {
    for (let path = expression; path !== ''; path = path.slice(0, Math.max(0, path.search(/(?:\.[^.[]*|\[\d+\])$/)))) {
      const offset = this.offsets.get(path)
      if (offset !== undefined) return offset
    }
    return undefined
  }
}

function listLineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
