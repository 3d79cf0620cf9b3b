/**
 * Joins a sentence that goes on after the listener's "mm" or "right". A listener's sound takes no turn: the speaker still holds the floor,
 * and the grammar of the sentence runs on, so that "I did have chills," - "Mm." - "but not any more" is one clause with its exception.
 */
import type { Segment } from '../../core/clinical-note.ts'
import type { Word } from '../vocabulary/words.ts'

/** The second half of a sentence, in its own segment. */
export type Tail = { readonly segment: Segment; readonly start: number; readonly end: number }

type Part = { readonly segment: Segment; readonly start: number; readonly end: number; readonly text: string; readonly words: readonly Word[] } // biome-ignore format: short

/** Sounds by which a listener only shows to be there. */
const sounds = /^(?:mm+|hm+|mhm|uh|huh|um|ah|oh|ok|okay|right|sure|i|see|aha|good|yep|yeah|yes|go|on|gotcha|[,.?!-])$/
/** After half a question these may be its answer. */
const replies = /^(?:yep|yeah|yes)$/
const mostSounds = 5

/** True if the segment holds nothing but a listener's sound. `isAsking`: the words before it may already be a whole question. */
export function isListening(parts: readonly Pick<Part, 'words' | 'text'>[], isAsking: boolean): boolean {
  const words = parts.flatMap(({ words: own }) => own.map(({ text }) => text)).filter((word) => word !== '[?]')
  return (
    words.length > 0 &&
    words.length <= mostSounds &&
    words.every((word) => sounds.test(word) && !(isAsking && replies.test(word))) &&
    !parts.some(({ text }) => text.trimEnd().endsWith('?'))
  )
}

/** A gap at the end may hold a full stop, so only an open end goes on. */
export const isOpenEnded = ({ text }: Pick<Part, 'text'>): boolean => !/[.?!\]…]\s*$/.test(text)

/** Both halves as one sentence of one segment; offsets of the second half are behind those of the first. */
export function joinParts(
  first: Part,
  second: Part,
): { readonly segment: Segment; readonly end: number; readonly text: string; readonly words: readonly Word[]; readonly tail: Tail } {
  const head = first.segment.text.slice(0, first.end)
  const shift = head.length + 1 - second.start
  return {
    segment: {
      ...first.segment,
      endMs: second.segment.endMs,
      uncertain: first.segment.uncertain || second.segment.uncertain,
      text: `${head} ${second.segment.text.slice(second.start, second.end)}`,
    },
    end: head.length + 1 + second.end - second.start,
    text: `${first.text} ${second.text}`,
    words: [...first.words, ...second.words.map((word) => ({ ...word, start: word.start + shift, end: word.end + shift }))],
    tail: { segment: second.segment, start: second.start, end: second.end },
  }
} // biome-ignore format: one row a line
