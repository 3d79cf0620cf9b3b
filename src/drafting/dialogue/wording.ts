/** Cleans speech for a note without rewording it: fillers, stutters, lead-ins and tags go; every other word stays. */
import { readOnce } from '../../core/cache/read-once.ts'
import { wordsPrefix } from '../../core/clinical-note.ts'
import { type Rewriting, rewrite, spaces } from '../../core/talk/rewrite.ts'
import { readAmount, readPoint } from '../vocabulary/amounts.ts'
import { readWords, type Word, wordTable } from '../vocabulary/words.ts'
import type { Sentence } from './sentence.ts'

/** Words that are said twice, except three digits in a row ("nine nine nine" is a number to call), and an object before a subject ("while you're on it, it stings"). */
const repeated =
  /\b(?!(?<=\b(?:on|with|off|after|before|without|from|for|to|of|about|do|take) )it, it\b)(?!(?:nine,? nine,? nine|one,? one,? one|zero,? zero,? zero|oh,? oh,? oh)\b)(?<!\b(?:nine|one|zero|oh),? )(\w+(?:'\w+)?(?: \w+(?:'\w+)?){0,3})(?:,? \1\b)+/gi

/** A pause behind a word that cannot end a clause: "I've, been, eating". Before a word that begins a clause the comma may be one. */
const pause =
  /\b((?<!')(?:the|an?|my|your|our|their|his|of|for|with|from|to|i|i'm|i've|i'd|you're|you've|we've|they've|been|being|and|or|very|quite|some|any|at|into|like|especially|mainly|next|other|worth|having)),(?= (?!(?:and|but|so|because|or|if|when|then|yes|no|not|yeah|yep|which|though|although|while|until|it|it's|i|i'm|i've|we|you|they|he|she|that|this|there|these|those|please|okay|ok|right|actually|really|you know|i mean)\b)[a-z'])/gi

// biome-ignore format: one row a line
const drops: readonly Rewriting[] = [
  [/\b(?:um+|uh+|er+m?|ah+|ohh*|hm+|mm+|eh)\b[,.]*/gi, ' '],
  [/(?:, ?|^)(?:you know|i mean|you see|like|sort of|kind of|basically|obviously|actually|really|honestly)(?=,)/gi, '', ','],
  [/\b(?:basically|obviously|sort of|kind of)\b/gi, ' '],
  [/, (?:yeah|yes)(?=,(?! (?:otherwise|but|or|and if|if)\b))/gi, '', ','],
  spaces,
  [/ (?=[,.?!])/g, '', ' ,', ' .', ' ?', ' !'],
  [/(?:, ?){2,}/g, ', ', ',,', ', ,'],
  [pause, '$1', ','],
]
const lead =
  /^(?:(?:so|well|ok|okay|alright|all right|and|but|yeah|yes|yep|now|then|like|anyway)\b[, .]+|(?:right|no|fine|great|good|lovely|look|sure|as I said|ideally|I mean|you know|to be honest)[,.]+ |[,. ]+)+/i
const tag =
  /,? (?:won't|will|wouldn't|would|can|can't|could) (?:you|he|she)\?$|[,.]? (?:is that (?:ok|okay|all right|alright|clear|fine)|(?:ok|okay|yeah|yes|(?<!\b(?:the|my|your|his|her|upper|lower|that|this|a) )right|alright|all right)|does that (?:make sense|sound (?:ok|okay|good|all right|alright))|how does that sound|if that's (?:ok|okay|all right|alright))(?: with you| for you)?[?.]*$/i

/** A real question, not "... OK?". */
export const isAsking = (text: string): boolean => /\?$/.test(text) && !tag.test(text)

/** The first letter in lower case, unless the word is a name or "I". */
const lower = (text: string): string =>
  /^(?:I\b|[A-Z]{2})/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)

/** What the first replacement leaves may match again. */
function twice(text: string, pattern: RegExp, to: string): string {
  const once = text.replace(pattern, to)
  return once === text ? text : once.replace(pattern, to)
}

export const cleanWords = readOnce((text: string): string => {
  const dropped = twice(rewrite(text, drops), repeated, '$1').trim()
  const bare = twice(dropped, tag, '').replace(lead, '')
  return lower(bare.replace(/^[, ]+/, '').replace(/[\s,.?!;:-]+$/, ''))
})

/** The label says who acts, so words that only said so go. */
// biome-ignore format: one row a line
const frames: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/(?<=^|, )(?:so )?(?:what|(?:the )?(?:other |best )?things?)(?: that)? (?:I|we)(?:'d|'ll|'m| would| will| am|'re| are)?(?: (?:probably|just|also|really|then|now|gonna|going to|want to|wanna|need to|have to|like to|like you to|want you to)){0,3}(?: (?:do|recommend|suggest|advise|say))?(?: now| then| today)?,? is,?(?: (?:that|just|to)\b)?,? /gi, ''],
  [/\b(?:I'd|I would|we'd|we would|I) (?:recommend|advise|suggest)(?: that)?(?: you)?(?: to)? /gi, ''],
  [/\b(?:I'd|I would)(?: really)? like you to,? |\bI want you to,? /gi, ''],
  [/(?<=^|, |\band )(?:I'm|I am|we're|we are)(?: just| probably)? (?:going to|gonna) /gi, ''],
  [/(?<=^|, |\band )(?:I'll|I will|we'll|we will) (?:just )?(?!admit|know|see (?!you)|have|be|find|need|get (?!you|your|some|a)|then)/gi, ''],
  [/(?<=^|, |\band )(?:I'd|I would|we'd|we would) like to /gi, ''],
  [/\b(?:let's|let us|please) /gi, ''],
  [/\bmake sure (?:that )?you /gi, ''],
  [/(?<=^|, |\band )you(?:'ll| will)? (?:need to|should|must|have to) (?!hear|be able|receive|feel|notice|find|expect|get (?:a|the|better))/gi, ''],
  [/\b(refer|prescribe|start|send|book|give|do) you (?=to|on|in|for|a|an|some|the|[a-z]{6})/gi, '$1 '],
  [/\bi\b/g, 'I'],
]
/** Shows a gap where words could not be heard. */
export const gapped = (text: string): string =>
  !text.includes('[')
    ? text
    : text.replace(/^(?:[\w, ]{0,12}\[[^[\]]*\][, ]*)+(?=[A-Z]|so |and |but )/, '').replaceAll(/\[[^[\]]*\]/g, '[...]')

const doseUnits: Readonly<Record<string, string>> = wordTable({ milligram: 'mg', milligrams: 'mg', microgram: 'micrograms', micrograms: 'micrograms', gram: 'g', grams: 'g', ml: 'mL', mls: 'mL', millilitre: 'mL', millilitres: 'mL' }) // biome-ignore format: a table

const digits: Readonly<Record<string, number>> = wordTable({ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9 }) // biome-ignore format: a table

/** "five hundred milligrams" as "500 mg". */
function writeDoses(text: string): string {
  const words = readWords(text)
  let out = text
  for (let at = words.length - 1; at > 0; at--) {
    const unit = doseUnits[words[at]?.text ?? '']
    if (unit === undefined) continue
    const from = words.findIndex((_, index) => index < at && readDose(words.slice(0, at), index)?.to === at - 1)
    const value = from < 0 ? undefined : readDose(words, from)?.value
    if (value === undefined) continue
    // "One eighty milligrams" is 180, unless tablets are counted: "one eighty milligram tablet".
    const hundreds = value >= 10 && value < 100 && !/^(?:tablets?|capsules?|pills?|ones?)$/.test(words[at + 1]?.text ?? '') ? (digits[words[from - 1]?.text ?? ''] ?? 0) : 0 // biome-ignore format: short
    out = `${out.slice(0, words[hundreds === 0 ? from : from - 1]?.start)}${hundreds * 100 + value} ${unit}${out.slice(words[at]?.end)}`
  }
  return out
}
const readDose = (words: readonly Word[], at: number): { readonly value: number; readonly to: number } | undefined =>
  readPoint(words, at) ?? readAmount(words, at)

/** A clinician's advice or plan in the clinician's words, with doses in figures. */
export const tellAdvice = (text: string): string => writeDoses(tellFrames(text))
/** Words of choosing between a preposition and its number: "in, let's say, six weeks". */
const choosing = /(?<=\b(?:in|for|at|until|till|about|next|by|after|every|from)),? (?:let's (?:say|see|do|make it)|let me (?:see|think)|shall we say|I'd say|I'm going to say|we'll say|say|oh),? (?=[a-z0-9])/gi // biome-ignore format: one row

/** A clinician's words with their frames, with doses in figures. */
export const tellSpoken = readOnce((text: string): string =>
  writeDoses(cleanWords(gapped(text)).replaceAll(choosing, ' ')),
)
const tellFrames = (text: string): string =>
  frames.reduce((out, [pattern, to]) => cleanWords(out.replaceAll(pattern, to)), cleanWords(gapped(text)))

/** The key of a claim that consists of its words only. */
export const quoteKey = (sentences: readonly Sentence[]): string =>
  `${wordsPrefix}${sentences.map(({ segment, start }) => `${segment.id}-${start}`).join('-')}`
