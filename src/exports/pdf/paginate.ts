/** Cuts a galley into pages: never through a line, and not through what stays together if a page has room for it. */
import type { Frame, Galley, Head, Item } from './galley.ts'

export type Page = {
  /** The part of the galley. */
  readonly from: number
  readonly to: number
  /** The head of a table that goes on. */
  readonly head?: Head
  readonly items: Item[]
  readonly frames: Frame[]
}

type Span = readonly [from: number, to: number]

/** Heights in points of the first page and of each other. Returns at least one page. */
export function paginate(galley: Galley, firstRoom: number, room: number): readonly Page[] {
  const spans = listSpans(galley, room)
  const heads = galley.heads.filter(({ galley: { height } }) => height < room / 3)
  const pages: Page[] = []
  let from = 0
  do {
    const head = heads.find((each) => each.from < from && from < each.to)
    const free = (pages.length === 0 ? firstRoom : room) - (head?.galley.height ?? 0)
    const to = from + free >= galley.height ? galley.height : retreat(spans, from, from + free)
    pages.push({ from, to, ...(head === undefined ? {} : { head }), items: [], frames: [] })
    from = nextStart(spans, to)
  } while (from < galley.height)
  distribute(galley, pages)
  return pages
}

/** All that resists a cut, in the order of the starts. A part higher than a page does not resist. */
const listSpans = ({ items, keeps }: Galley, room: number): readonly Span[] =>
  [
    ...items.map(({ y, height }): Span => [y, y + height]),
    ...keeps.filter(({ from, to }) => to - from <= room).map(({ from, to }): Span => [from, to]),
  ].sort((a, b) => a[0] - b[0])

/** The tolerance of sums of fractions. */
const hair = 0.01

/** The last place at or above `cut` that nothing resists; below `from` if there is one. */
function retreat(spans: readonly Span[], from: number, cut: number): number {
  let place = cut
  let index = firstAt(spans, cut)
  // Spans that begin above the place in turn, from the lowest: whichever crosses it moves it up.
  while (index > 0) {
    index -= 1
    const [start, end] = spans[index] ?? [0, 0]
    if (start <= from + hair) break
    if (start < place - hair && end > place + hair) {
      place = start
    }
  }
  return place
}

function firstAt(spans: readonly Span[], place: number): number {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.[0] ?? 0) < place) low = middle + 1
    else high = middle
  }
  return low
}

/** White space does not begin a page. */
const nextStart = (spans: readonly Span[], cut: number): number =>
  spans[firstAt(spans, cut - hair)]?.[0] ?? Number.POSITIVE_INFINITY

function pageAt(pages: readonly Page[], y: number): number {
  let [low, high] = [0, pages.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((pages[middle]?.from ?? 0) <= y + hair) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}

function distribute({ items, frames }: Galley, pages: readonly Page[]): void {
  for (const item of items) pages[pageAt(pages, item.y)]?.items.push(item)
  for (const frame of frames)
    for (let index = pageAt(pages, frame.y); index < pages.length; index += 1) {
      const page = pages[index]
      if (page === undefined || page.from >= frame.y + frame.height) break
      const top = Math.max(frame.y, page.from)
      const bottom = Math.min(frame.y + frame.height, page.to)
      if (bottom > top) page.frames.push({ ...frame, y: top, height: bottom - top })
    }
}
