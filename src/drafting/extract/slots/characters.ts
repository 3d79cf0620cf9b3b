/** What a trouble is like: its qualities with their times and occasions, and a likeness as a likeness. D419. */
import { troubleWord } from '../../vocabulary/clinical-words.ts'
import { gerundOf } from '../../vocabulary/order-verbs.ts'
import { bareReply, stretchesOf, withoutOwner } from './stretch-words.ts'

const qualities =
  'ach(?:e|es|y|ing)|sharp|dull|throb\\w*|burn\\w*|stab\\w*|tight\\w*|pressure|heav(?:y|iness)|cramp\\w*|gnaw\\w*|shoot\\w*|sting\\w*|tingl\\w*|electric|puls\\w*|squeez\\w*|crush\\w*|sore\\w*|raw|constant|nagging|niggl\\w*|hot|dry|barking|hacking|chesty|tickly|prick\\w*|stiff\\w*|pounding|tearing|grip\\w*|colicky|spasm\\w*|griping|itch\\w*|numb\\w*|fuzzy|thud\\w*|deep|bruised|twing\\w*|grab\\w*|jab\\w*|pinch\\w*|pull\\w*|pop\\w*|grind\\w*' // biome-ignore format: a list
/** What is seen or smelt: only where the question asks for the look. "I get a bit grey" is none. */
const looks =
  'thin|thick|watery|gr[ea]y(?:ish)?|green(?:y|ish)?|yellow(?:y|ish)?|white|off white|brown(?:ish)?|red(?:dish)?|pink(?:ish)?|purple|black|clear|cloudy|lumpy|smelly|fishy|flat|raised|scaly|crusty|flaky|wet|round|shiny|rough|smooth|hard|soft|scabby|blister\\w*|weepy|stringy|frothy' // biome-ignore format: a list
const asksLook = /\b(?:look|colour|smell|discharge|phlegm|rash|spots?|bring(?:ing)? up)\b/
const feel = new RegExp(`\\b(?:${qualities})\\b`)
const look = new RegExp(`\\b(?:${qualities}|${looks})\\b`)
const subject = /^(?:(?:it|that|this|they|the pain) (?:is|are|feels?|gets?)|there is|i (?:get|have|feel)|more of|it is more)(?: (?:just|more|mainly|mostly|always|only|very|quite|really|all|sort of))* ?(?=[a-z])/ // biome-ignore format: one row
const mostWords = 9

/** "And then if I move wrong it is sharp": the quality, and when. */
const conditional = /^(?:and |but |then )*(if|when|whenever) i ([a-z]+)((?: [a-z]+){0,5}?),? (?:it|that) (?:is|gets|goes|feels|becomes) (?:(?:a|an|really|quite|more|very|this|like) )*([a-z]+(?: [a-z]+)?)$/ // biome-ignore format: one row

function ofOccasion(said: string, quality: RegExp): string | undefined {
  const [, link = '', verb = '', rest = '', told = ''] = conditional.exec(said.replaceAll(/,? ?\byou know\b,? ?/g, ' ').replaceAll(/(?<=\bis), /g, ' ').trim()) ?? [] // biome-ignore format: one row
  return told !== '' && quality.test(told) && !/(?:ed|s)$/.test(verb) ? `${told} ${link} ${gerundOf(verb)}${withoutOwner(rest)}` : undefined // biome-ignore format: one row
}

/** "It is like someone has got their knee on me", "like a tight hat". A likeness never stands as the thing itself. */
const likeness = /^(?:(?:it|that|this|the pain) (?:is|feels?|was)(?: (?:a bit|just|more|sort of|kind of|almost))* |a bit |more |just )?like ((?:an?|the|something|being|having|sand|grit|glass|pins|needles|razor|walking|swallowing|breathing)\b[a-z' ]{2,60})$/ // biome-ignore format: one row
const noLikeness = /\b(?:i|you|we|he|she|somebody|someone|say|said|know|that|this|it|last|before)\b/

function likenessOf(said: string): string | undefined {
  const clause = said.replace(/[.?!]+$/, '').replace(/^(?:(?:oh|well|um|uh|yeah|so|and|just|god),? )+/, '').replace(/^(.*\b)like, (?=like )/, '') // biome-ignore format: one row
  const clauses = clause.replaceAll(/, (?:like|you know|sort of|um|uh),? ?/g, ' ').split(/,| and then | but | when i | if i /) // biome-ignore format: one row
  const told = clauses.map((one) => likeness.exec(one.trim().replace(/^(?:well|oh|um) /, ''))?.[1]).find((one) => one !== undefined) // biome-ignore format: one row
  if (told === undefined) return undefined
  const bare = told.replace(/ (?:most of the time|all the time|really|to be honest|doctor)$/, '')
  return noLikeness.test(bare) || bare.split(' ').length > 9 ? undefined : withoutOwner(bare)
}

/** "If I reach up, it catches me": the verb of the trouble, and when. */
const acts = /\b(if|when|whenever) i ([a-z]+)((?: (?!it\b|i\b)[a-z]+){0,4}),(?: [^.]*,)? it (?:just )?(catches|grabs|stabs|burns|throbs|stings|shoots|locks|clicks|pulls|hurts|jabs|goes numb|gives way)\b/ // biome-ignore format: one row

function actOf(said: string): string | undefined {
  const [, link = '', verb = '', rest = '', told] = acts.exec(said) ?? []
  return told === undefined || /(?:ed|s)$/.test(verb)
    ? undefined
    : `${told} ${link} ${gerundOf(verb)}${withoutOwner(rest)}`
}

const ends = /\b(?:but|although|except|used to|was|were|might|could|maybe|if|sure|know)\b/
const joins = /^(?:and|or|but)$/

function partsOf(said: string, quality: RegExp): readonly string[] {
  const whole = bareReply(said)
  const when = ofOccasion(whole, quality)
  if (when !== undefined) return [when]
  const parts: string[] = []
  const [, first, second] = /^(.+?),? (?:and then|but|and) ((?:if|when|whenever) i .+)$/.exec(whole) ?? []
  const sharp = (second === undefined ? undefined : ofOccasion(second, quality)) ?? actOf(said)
  for (const { text, join } of stretchesOf(first ?? whole)) {
    const bare = text.replace(subject, '').replace(/^(?:an?|this|these|the) /, '')
    const isPlain = /^(?:(?:and|but),? )?not (?:really )?[a-z]+$/.test(bare) ? quality.test(bare) : quality.test(bare) && !/\b(?:i|you|he|she|it|they|we|not|no|never)\b/.test(bare) // biome-ignore format: one row
    if (
      !isPlain ||
      ends.test(bare) ||
      bare.split(' ').length > mostWords ||
      (join !== undefined && !joins.test(join))
    ) {
      if (parts.length > 0) break
      continue
    }
    parts.push(withoutOwner(bare))
  }
  return sharp === undefined ? parts : [...parts, sharp]
}

/** The line of what it is like; undefined if the reply tells none. */
export function readCharacter(sentences: readonly string[], asked: string): string | undefined {
  const quality = asksLook.test(asked) ? look : feel
  const [likened] = sentences.flatMap((said) => likenessOf(said) ?? [])
  const parts = [...new Set(sentences.slice(0, 4).flatMap((said) => partsOf(said, quality)))].filter((part) => likened === undefined || !likened.includes(part)) // biome-ignore format: one row
  // "Like a poker. The back's just an ache.": two parts of the body, and the line could name one.
  if (likened !== undefined && parts.some((part) => /^[a-z]+'s (?:an?|the|just|more|really|all)\b/.test(part)))
    return undefined
  if (parts.length === 0) return likened === undefined ? undefined : `feels like ${likened}`
  const told = parts.slice(0, 5).join(', ')
  // A name of a trouble alone is no character: "rash" is what it is.
  if (likened === undefined && parts.every((part) => troubleWord.test(part) && !quality.test(part))) return undefined
  return likened === undefined ? told : `${told}, feels like ${likened}`
}
