/** "No, penicillin, I nearly died.": a no to allergies that the rest of the turn takes back denies nothing. D71. */
import type { Sentence } from '../../../dialogue/sentence.ts'
import { readNames } from '../../allergy-names.ts'

const harm =
  /\b(?:rash|hives|welts?|itch\w*|swell\w*|swelled|swollen|puff\w* up|blow\w* up|blew up|anaphyl\w+|epi ?pen|(?:nearly|almost) (?:died|killed)|could not breathe|can ?not breathe|throat clos\w+|come out in|came (?:up|out) in|break out|broke out|react\w*)\b/
const denies = /\b(?:no|not|never|without|nothing) (?:\w+ ){0,3}(?:rash|hives|itch\w*|swelling|react\w*)\b/
const sounds = /^(?:,|no|nope|nah|none|not|really|that|i|know|of|oh|well|wait|actually|hang|on|um|uh|er|just|only|except|except for|sorry|but|the|a|bit|one)$/ // biome-ignore format: a list

/** A name comes right behind the no, or the turn tells of harm. `turn`: all sentences of the reply. */
export function isNoTakenBack(turn: readonly Sentence[]): boolean {
  if (turn.some(({ said }) => harm.test(said) && !denies.test(said))) return true
  return turn.some((sentence) => {
    const at = sentence.words.findIndex(({ text }) => !sounds.test(text))
    const leads = sentence.words.slice(0, at).map(({ text }) => text)
    // "Not penicillin" denies it.
    return at > 0 && !/^(?:not)$/.test(leads.at(-1) ?? '') && leads.some((word) => /^(?:no|nope|nah|none|oh|wait|actually|except|just|only|but)$/.test(word)) && readNames(sentence, at, false).names.length > 0 // biome-ignore format: one condition a line
  })
}
