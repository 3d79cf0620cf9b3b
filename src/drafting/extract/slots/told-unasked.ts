/** What makes the complaint worse or better, told unasked: "It's worse after a meal.", "Rest seems to help.", "It kills if I lie on it." D419. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { bareReply, unsure, withoutOwner } from './stretch-words.ts'
import { readThings } from './things.ts'

type Told = { readonly text: string; readonly slot: 'worse' | 'better' }

const it = '(?:it|that|this|they|the (?:pain|ache|itch|cough|rash|burning|headache|swelling))'
/** "It is much worse at night", "it gets better when I walk". */
const verdictFirst = new RegExp(`(?:^|, |\\b(?:and|but|so) )${it} (?:is|are|gets?|feels?|seems?|goes) (?:a bit |a lot |much |always |definitely |even |far |also |really )*(worse|better) ((?:when|if|whenever|after|before|at|in|on|with|during|first) [^.;?]+)$`) // biome-ignore format: one row
/** "If I get to sleep it's better", "when I bend it is worse". */
const verdictLast = new RegExp(`^((?:when|if|whenever|after) i [^,]+),? ${it} (?:is|are|gets?|feels?|seems?|goes) (?:a bit |a lot |much |always |definitely |even |far )*(worse|better)$`) // biome-ignore format: one row
/** "Bending makes it worse", "lying down makes it better". */
const maker = new RegExp(`^([a-z' ]{3,40}?) (?:really |always |just |only |does |seems to )*makes? ${it} (?:a bit |a lot |much |even |feel )*(worse|better)$`) // biome-ignore format: one row

const otherMatter = /\b(?:if (?:it|you)|last (?:year|time)|used to|mood|anxiety|sugar|pressure|we|he|she|they are|thought|think|hope|hopefully|tablets?|medic\w*)\b/ // biome-ignore format: one row

function read(said: string): Told | undefined {
  if (otherMatter.test(said)) return undefined
  const first = verdictFirst.exec(said)
  const last = first === null ? verdictLast.exec(said) : null
  const made = first === null && last === null ? maker.exec(said) : null
  const [verdict, thing] = first !== null ? [first[1], first[2]] : last !== null ? [last[2], last[1]] : made !== null ? [made[2], made[1]] : [] // biome-ignore format: one row
  if (thing === undefined || (verdict !== 'worse' && verdict !== 'better') || unsure.test(thing)) return undefined
  const things = readThings(thing.replace(/^(?:when|if|whenever) i /, 'when i '), verdict)
  const [only, second] = things
  if (only === undefined) return undefined
  const list = second === undefined ? only : `${only} and ${second}`
  const link = /^(?:at|in|on|after|before|during|with|first) /.test(list) ? '' : /^(when|if)\b/.exec(thing)?.[1] ?? 'with' // biome-ignore format: one row
  return { text: `${verdict} ${link}${link === '' ? '' : ' '}${withoutOwner(list)}`, slot: verdict }
}

export type UnaskedLine = Told & { readonly sentence: Sentence }

export const listUnasked = (dialogue: readonly Sentence[], last: number): readonly UnaskedLine[] =>
  dialogue
    .filter(({ segment, at, isQuestion, text }) => segment.speaker === 'patient' && at <= last && !isQuestion && !text.includes('[')) // biome-ignore format: one row
    .flatMap((sentence) => {
      const told = read(bareReply(sentence.said))
      return told === undefined ? [] : [{ ...told, sentence }]
    })
