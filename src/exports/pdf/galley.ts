/**
 * A galley: text set in lines on one endless column, before it is cut into pages. Distances are in points, `y` grows downwards,
 * `x` counts from the left margin.
 */
import { type BrokenLine, breakLines } from './break-lines.ts'
import type { Type } from './set-line.ts'
import type { Tag } from './tags.ts'

export type Style = Type & { readonly colour: string }
export type Column = { readonly x: number; readonly width: number }

/** An image that the document may hold, with its size on the page. */
export type Picture = { readonly bytes: Uint8Array; readonly width: number; readonly height: number }

/** Images of the sender, ready for the page. */
export type Pictures = { readonly logo?: Picture; readonly signature?: Picture }

/** A part of a page that is never cut. Items stand in the order of reading; without a tag one is no part of the text (PDF artifact). */
export type Item = {
  readonly y: number
  readonly height: number
  readonly x: number
  readonly tag?: Tag
} & ({ readonly line: BrokenLine; readonly style: Style } | { readonly picture: Picture })

/** A box or rule behind the text; a page may cut it. */
export type Frame = Column & {
  readonly y: number
  readonly height: number
  readonly fill?: string
  readonly stroke?: string
}

/** Stays on one page if it fits on one. */
export type Keep = { readonly from: number; readonly to: number }
/** Stands again on each page that goes on with what it heads. */
export type Head = Keep & { readonly galley: Galley }

/** Of the font size: DejaVu's ascender and the height of a line. */
const ascent = 0.928
const leading = 1.21

export const lineHeight = ({ size }: Style): number => size * leading
/** From the top of a line to its letters' foot. */
export const baselineOf = ({ size }: Style): number => size * (ascent + (leading - 1.164) / 2)

export class Galley {
  readonly items: Item[] = []
  readonly frames: Frame[] = []
  readonly keeps: Keep[] = []
  readonly heads: Head[] = []
  height = 0
  /** Where the headings began that wait for a text to stand above. */
  #heading: number | undefined

  space(height: number): void {
    this.height += height
  }

  /** Writes at the end. The first two lines stay together, and the last two. */
  text(text: string, style: Style, column: Column, tag?: Tag): void {
    const lines = breakLines(text, style, column.width)
    const height = lineHeight(style)
    const top = this.height
    for (const line of lines) {
      const x = column.x + (line.isRightToLeft ? Math.max(0, column.width - line.width) : 0)
      this.items.push({ y: this.height, height, x, line, style, ...(tag === undefined ? {} : { tag }) })
      this.height += height
    }
    if (lines.length > 1) this.keep(this.height - 2 * height, this.height)
    if (lines.length > 2) this.keep(top, top + 2 * height)
    this.#follow(Math.min(this.height, top + 2 * height))
  }

  /** A text that stays with what comes next. */
  heading(text: string, style: Style, column: Column, tag?: Tag): void {
    const start = this.#heading ?? this.height
    this.text(text, style, column, tag)
    this.#heading = start
  }

  picture(picture: Picture, x: number, tag?: Tag): void {
    const { height } = picture
    this.items.push({ y: this.height, height, x, picture, ...(tag === undefined ? {} : { tag }) })
    this.height += height
    this.#follow(this.height)
  }

  frame(frame: Frame): void {
    this.frames.push(frame)
  }

  keep(from: number, to: number): void {
    this.keeps.push({ from, to })
  }

  /** The headings above stay with what ends here. */
  #follow(to: number): void {
    if (this.#heading !== undefined) this.keep(this.#heading, to)
    this.#heading = undefined
  }

  /** Puts another galley at a place of this one, which keeps its height if it is higher. */
  place(other: Galley, y: number, dx = 0): void {
    for (const item of other.items) this.items.push({ ...item, y: item.y + y, x: item.x + dx })
    for (const frame of other.frames) this.frames.push({ ...frame, y: frame.y + y, x: frame.x + dx })
    for (const { from, to } of other.keeps) this.keep(from + y, to + y)
    this.height = Math.max(this.height, y + other.height)
  }

  /** Puts another galley at the end; the headings above stay with its part as far as `first`. */
  append(other: Galley, first: number): void {
    const top = this.height
    this.place(other, top)
    for (const { from, to, galley } of other.heads) this.heads.push({ from: from + top, to: to + top, galley })
    this.#follow(top + first)
  }

  /** A copy of what stands above a place, as no part of the text. */
  copyAbove(y: number): Galley {
    const copy = new Galley()
    for (const { tag: _, ...item } of this.items) if (item.y < y) copy.items.push(item as Item)
    for (const frame of this.frames) if (frame.y < y) copy.frames.push(frame)
    copy.height = y
    return copy
  }
}
