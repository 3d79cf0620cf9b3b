/**
 * Plan and safety net as imperative lines: "I'd like you to come back if you get a fever" is "Return if a fever."
 * The imperative needs no subject, so words that only say who acts are left out; every other word stays, or the line is not put plainly.
 */
import { sentenceCase } from '../candidates.ts'
import { openWords, tellConditions } from './conditions.ts'

/** Verbs that an order begins with, in their base form. */
const verbs =
  'refer|send|swap|prescribe|arrange|organise|organize|book|order|check|request|review|examine|repeat|recheck|test|start|give|issue|print|increase|reduce|change|switch|take|use|try|drink|rest|avoid|keep|stop|continue|carry on|wash|wear|apply|eat|gargle|elevate|stretch|walk|exercise|lose|cut|finish|complete|stay|bring|drop|collect|monitor|measure|record|come back|go|return|make|ice|moisturise|moisturize|sleep|lie|hold|skip|limit|isolate|inhale|swallow|chew|clean|cover|dress|bathe|soak|massage|lift|cut down|double|halve|treat|do not|never|pick up|buy|follow|attend|phone|ring|call|get|put|have|do|leave|write|have'
const begins = new RegExp(`^(?:${verbs})\\b`, 'i')
const adverbs =
  /^(?:(?:also|then|just|probably|definitely|certainly|still|again|please|really|first|next|today|now|so|and|but),? )+/i

const gerunds: Readonly<Record<string, string>> = { taking: 'take', using: 'use', trying: 'try', keeping: 'keep', drinking: 'drink', resting: 'rest', avoiding: 'avoid', starting: 'start', stopping: 'stop', continuing: 'continue', wearing: 'wear', checking: 'check', booking: 'book', getting: 'get', having: 'have', doing: 'do', eating: 'eat', washing: 'wash', applying: 'apply', seeing: 'see', staying: 'stay', cutting: 'cut', stretching: 'stretch', increasing: 'increase', reducing: 'reduce', sending: 'send', referring: 'refer', giving: 'give' } // biome-ignore format: a table
const gerund = new RegExp(`^(?:${Object.keys(gerunds).join('|')})\\b`, 'i')

/** Actions that follow a condition, and the words for them in a note. */
// biome-ignore format: one row a line
const actions: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/^(?:do )?(?:come|get) (?:straight )?back(?: in| here)?(?: (?:and|to) (?:see|speak to|talk to) (?:me|us|the doctor|a doctor|someone))?(?: again)?/, 'return'],
  [/^(?:do )?(?:come (?:in )?(?:and|to) see (?:me|us|someone)|come (?:straight )?in|see (?:me|us))(?: again| back)?/, 'return'],
  [/^(?:do )?(?:give (?:me|us|the (?:surgery|clinic|practice)) a (?:call|ring|bell)(?: back)?|(?:call|ring|phone) (?:me|us|back)(?: back)?)/, 'call'],
  [/^(?:do )?(?:let (?:me|us) know|contact (?:me|us))/, 'review'],
  [/^(?:do )?get (?:back )?in touch(?: with (?:me|us))?/, 'get in touch'],
  [/^(?:do )?bring (?:him|her|them) (?:straight )?(?:back|in)(?: to see (?:me|us))?/, 'return'],
]
const opens =
  /\b(?:do )?(?:come (?:straight )?(?:back|in)|come (?:in )?(?:and|to) see|get (?:straight )?back|give (?:me|us|the \w+) a (?:call|ring|bell)|(?:call|ring|phone|dial) (?:me|us|back|an|the|triple|nine|0|9)|let (?:me|us) know|contact (?:me|us)|get (?:back )?in touch|bring (?:him|her|them) (?:straight )?(?:back|in)|go (?:straight |back )*(?:to|back)|see (?:me|us|a|your|the) |seek |take |use |stop |try |have |increase |start |book )/

/** A second action after the first: "come back and see me sooner, or give me a call". */
const another = new RegExp(`^(.{0,30}?)(?:,? or |,? and |, )(${opens.source}.*)$`, 'i')

/** Words after an order that add nothing to it, such as a later talk, or the reason for the order. */
const aftertalk =
  /, (?:you(?:'re| are) (?:well |long )?(?:over)?due(?: for (?:it|one|that))?|(?:that|it|this)(?:'ll| will| should) (?:help|take|ease|settle|keep|stop|give|do|make|calm)\b[^.]*)$|,? ?(?:(?:and|so|then|but)(?: then)?,? )?(?:we|i)(?:'ll| will| can| could|'d| would)?(?: just| then| always)? (?:have (?:a|another) (?:look|chat|think|talk)|take (?:a|another) look|see (?:how|what|where)|go from there|talk (?:about|again)|discuss|take it from there|reassess|chat)\b[^.]*$|,? ?(?:and )?see how (?:you|things)(?:'re| are)? (?:get|getting|go|going)(?: on)?$|,? (?:ok|okay|alright|all right|and that|you know)$/i

/** A tail with one of these words changes the order, so it stays. */
const changing =
  /\b(?:(?<!see |about |discuss )if|unless|until|but|stop\w*|when|not|no longer|never|avoid\w*|only|except|halv\w*|doubl\w*|increas\w*|reduc\w*)\b/i

const dropTail = (said: string, tail: RegExp): string =>
  said.replace(tail, (dropped) => (changing.test(dropped) ? dropped : ''))

const personal = /\b(?:i|i'm|i'll|i'd|i've|me|my|we|we'll|we're|we've|us|our|ourselves|mine)\b/i
const unplain =
  /\[|["?]|\.\.\.|\b(?:stuff|et ?cetera|etc|or something|or so|like that|blah|previously|initially|resolved|tried|used|had|past|no longer|family|mother|father|mum|dad|brother|sister|mentioned|said|um|uh|er|obviously|basically|whatever|gonna|wanna|maybe|perhaps|i guess|hopefully|reason|because if|which is|that is what|you know|worry|worried)\b/i
const endsOpen = /\b(?:and|or|but|so|because|if|to|the|a|an|of|is|are|with|for|like|then|when|that|also)$/i
const mostWords = 24
const mostWordsWithCondition = 36

/** "take ibuprofen, 400 mg, twice a day": no comma inside a regimen. */
export const joinRegimen = (text: string): string =>
  text
    .replaceAll(/, (?=\d+(?:\.\d+)? (?:mg|g|mL|micrograms)\b)/g, ' ')
    .replaceAll(
      /(?<=\b(?:mg|g|mL|micrograms)), (?=(?:once|twice|(?:up to )?\w+ times|every|at night|daily|in the morning|as needed|for)\b)/g,
      ' ',
    )

/** A frame that gives an order, anywhere in the sentence: the words before it give the reason, and the order follows it. */
const frame = new RegExp(
  `^(.*?)\\b(?:i(?: would|'d| do|'m| am)? (?:(?:also|still|strongly|probably|certainly|just|really|quite|very) )*(?:advise|recommend|suggest|like|want|need|happy)(?: that)?(?: you)?(?: to)?|you (?:should|must|(?:really )?(?:need|have) to)|making sure (?:that )?you|things (?:that )?you can do[^,]{0,40}?(?:,| is(?: to)?,?)|best thing (?:to do |for you )?is(?: to)?|is to|bear in mind|help yourself|happy to|in the meantime)(?:,| is)? (?=(?:also |just |then )?(?:${verbs}|${Object.keys(gerunds).join('|')})\\b)`,
  'i',
)
/** Words beside an order that make a condition, reverse the order, or order something too. */
const bearing = new RegExp(
  `\\b(?:${verbs}|if|unless|until|not|no|nobody|none|never|hardly|without|might|may|maybe|perhaps|could|would|either|or|but|when|once|instead|rather|only|before|after|during|while|except|as long as|provided|assuming|depend\\w*|suppos\\w*|imagine|doubt\\w*|wonder\\w*|wrong|worst|mistake|myth|past|used to|old days|allerg\\w*|\\d+)\\b`,
  'i',
)
/** "You should" at the beginning of a clause is the clinician's own advice. After "your sister thinks" it is somebody else's. */
const yours = /^(?:you|is to)\b/i
const ownClause =
  /(?:^|[,;:] ?|\b(?:so|and|then|therefore|also|i think|i think that|i feel|which means|that means|the plan) )$/i

function afterFrame(said: string): string {
  const match = frame.exec(said)
  const before = match?.[1] ?? ''
  if (match === null || bearing.test(before)) return said
  const isOwn = !yours.test(said.slice(before.length)) || ownClause.test(before)
  return isOwn ? said.slice(match[0].length) : said
}

/** The reason why a treatment helps is no part of the order. */
const explanation =
  /,? (?:which|that|they|it|these|because they|as they|as it)(?: (?:can|will|should|may|would|is|are|has|sometimes|also|usually|normally|hopefully))* (?:helps?|helpful|replenish\w*|ease|soothe|give|gives|moisturi[sz]es?|called|a (?:fluid|medicine|type|kind|form))\b.*$/i

const judged =
  /^(?:i (?:do )?think (?:that )?)?(.+?),? (?:would|will|may|might|could|can) (?:(?:also|certainly|probably|definitely|sometimes) )*be (?:(?:quite|very|really|probably|also|more) )*(?:advisable|important|helpful|beneficial|sensible|useful|good|a good idea|best|worthwhile|wise)(.*)$/i

/** Reads orders such as "some painkillers would be advisable" and "keeping a diary would be important". */
function tellJudged(said: string): string | undefined {
  const [, what = '', rest = ''] = judged.exec(said) ?? []
  if (what === '' || what.split(' ').length > 10) return undefined
  if (gerund.test(what)) return `${what.replace(gerund, (word) => gerunds[word.toLowerCase()] ?? word)}${rest}`
  return /^(?:(?:some|simple|regular|strong|plenty|an?|the|your|just|over) )*[a-z-]+(?: [a-z-]+){0,4}$/i.test(what) &&
    !/\b(?:is|are|was|not|that|this|it|you)\b/i.test(what)
    ? `${what} advised${rest}`
    : undefined
}

/** The imperative without a condition; undefined if the words give none. */
function tellOrder(whole: string): string | undefined {
  const said = dropTail(afterFrame(whole.replace(adverbs, '')), explanation)
  const text = said.replace(adverbs, '')
  const told = tellJudged(text)
  if (told !== undefined) return told
  const noNeed =
    /^(?:(?:i|we) (?:do not|would not) think (?:that )?(?:you|we|he|she) (?:(?:will|would) )?need|(?:you|we|he|she) (?:do|does) not need|(?:there is )?no need for)(?: to (?:have|take|be on))? (?!to )(?:any |an? |anything like )?([a-z][a-z' -]{2,40})$/i.exec(
      text,
    )?.[1]
  if (noNeed !== undefined) {
    const [, what = noNeed, when = ''] = /^(.*?)( (?:at the moment|at this stage|at this point|for now|right now|just yet|yet|today|for the time being))?$/i.exec(noNeed) ?? [] // biome-ignore format: one row
    return `no ${what} needed${when}`
  }
  const modal = /^(?:you|we|i) (can|could|may)(?: also| just| always| definitely| certainly)* (?=\w)(.+)$/i.exec(text)
  if (modal !== null) return begins.test(modal[2] ?? '') ? `${modal[1]} ${modal[2]}` : undefined
  const worth =
    /^(?:i (?:do )?think )?(?:(?:it is|is|that is) )?(?:(?:also|certainly|definitely|probably|always|maybe) )*worth,? (?:you )?(\w+ing .+)$/i.exec(
      text,
    )?.[1]
  if (worth !== undefined) return gerund.test(worth) ? `consider ${worth}` : undefined
  if (gerund.test(text)) return text.replace(gerund, (word) => gerunds[word] ?? word)
  const review =
    /^(?:see|have) you (?:again|back)?(?: here| in)? ?((?:in|next|on|tomorrow|at the end of)\b.*|tomorrow)$/i.exec(
      text,
    )?.[1]
  if (review !== undefined) return `review ${review}`
  return begins.test(text) && !/^(?:return|call)$/i.test(text) ? text : undefined
}

/** Reads joined orders: each of them must be an order by itself. */
function tellOrders(said: string): string | undefined {
  const parts = said.split(
    /(,? and (?=(?:see you|have you|refer|send|take|use|drink|rest|avoid|start|stop|book|check|review|come back|keep|continue|prescribe|arrange|organise)\b))/,
  )
  const told = parts.map((part, at) => (at % 2 === 1 ? part : tellOrder(part)))
  return told.some((part) => part === undefined) ? undefined : told.join('')
}

/** "Come back" is written only with a time or a condition. */
const dated = /\b(?:in|next|tomorrow|on|by|within|this|end of|after|for|every)\b/i

function tellAction(said: string, hasCondition: boolean): string | undefined {
  const text = said.replace(adverbs, '')
  for (const [pattern, told] of actions) {
    const match = pattern.exec(text.charAt(0).toLowerCase() + text.slice(1))
    if (match === null) continue
    const rest = text.slice(match[0].length)
    if (!hasCondition && !dated.test(rest)) return undefined
    const [, time = '', other] = another.exec(rest) ?? []
    const more = other === undefined ? undefined : tellAction(other, hasCondition)
    return more === undefined ? `${told}${rest}` : `${told}${time} or ${more}`
  }
  return tellOrders(text)
}

/** "if X, do Y" and "do Y if X" as "do Y if X". */
function tellConditional(said: string): string | undefined {
  const late = /^(.+?),? (if|unless|in case) (.+)$/i.exec(said)
  const isLate =
    late !== null &&
    !/^(?:but |and |so )?(?:if|unless)\b/i.test(said) &&
    !/\b(?<!\b(?:or|and|indeed|like) )(?:if|unless)\b/i.test(late[3] ?? '')
  if (isLate) return joinCondition(late[1] ?? '', late[2] ?? 'if', late[3] ?? '')
  const early = /^(?:but |and |so )?(if|unless|in case) (.+)$/i.exec(said)
  const body = early?.[2] ?? ''
  const starts = [
    ...body.matchAll(
      new RegExp(
        `(?:, (?:then,? |please,? |just )?|\\bthen,? |\\bplease |(?<=better|worse|back|wrong) )(?=${opens.source})`,
        'gi',
      ),
    ),
  ]
  if (early === null) return undefined
  for (const start of starts) {
    const told = joinCondition(body.slice(start.index + start[0].length), early[1] ?? 'if', body.slice(0, start.index))
    if (told !== undefined) return told
  }
  return undefined
}

function joinCondition(action: string, link: string, condition: string): string | undefined {
  // An action with a condition of its own: nobody could tell which goes with which.
  if (/\b(?:if|unless|in case)\b/i.test(action)) return undefined
  const told = tellAction(afterFrame(action.replace(/^(?:then|please|just),? /i, '').replace(/,$/, '')), true)
  const when = tellConditions(condition.replace(/[, ]+$/, ''))
  return told === undefined || when === undefined ? undefined : `${told} ${link.toLowerCase()} ${when}`
}

/** "Come back in two weeks" is an order without further words. */
const tellUnconditional = (said: string): string | undefined => {
  const text = afterFrame(said)
  const isReturn = actions.some(([pattern]) => pattern.test(text.toLowerCase()))
  return isReturn && !dated.test(text) ? undefined : tellOrders(text)
}

/** Writes "the" for "your", and removes other words to the patient: a note does not address its reader. */
// biome-ignore format: one row a line
const tidies: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/\byour\b/gi, 'the'],
  [/\bthe the\b/gi, 'the'],
  [/^((?:can |could )?\w+), /gi, '$1 '],
  [/ as well(?=$|,)|, if (?:you can|possible)$| for you(?=$|,)/gi, ''],
  [/^(leave|give|send|write|issue|get|prescribe) you (?=an?\b|some\b|the\b|something\b)/gi, '$1 '],
  [/\bcan not\b/gi, 'cannot'],
  [/\b(you|they) are\b/gi, "$1're"],
  [/ {2,}/g, ' '],
]

/** Words that only say who wants the order, or that introduce a list. */
// biome-ignore format: one row a line
const leads: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/^(?:\[\.\.\.\][, ]*)+/g, ''],
  [/^(?:(?:so|and|now),? )*(?:what|all|everything|the (?:(?:main|first|other|next|best|only|one) )?thing)(?: that)?(?: (?:i|we)(?: would| will|'d|'ll)? (?:want|need|like|love|ask)(?: for)?| for)?(?: you)?(?: (?:have|need))? to do (?:is|are|would be)(?: just| simply)?(?: to)? (?=[a-z])/gi, ''],
  [/\bgo ahead and (?:just )?(?=[a-z])/gi, ''],
  [/^(?:(?:i|we)(?: will|'ll| would|'d| am going to| are going to) |let us )?up (?=(?:the|your) [a-z]+ (?:to|by|from)\b)/gi, 'increase '],
  [/^((?:change|switch|swap|move)) (?:you|him|her) (?=(?:over )?(?:from|to|off)\b)/gi, '$1 '],
  [/\b(continue|keep) you on (?=[a-z])/gi, '$1 '],
  [/^(?:can|could|would|will) you (?:just |please )?(?=\w)/gi, ''],
  [/\b(?:i|we)(?: would|'d)? (?:(?:really|do|also|still|just) )*(?:need|want|like|advise|urge) you to /gi, ''],
  [/\b(?:it is |it's )?(?:(?:probably|certainly|definitely) )*worth coming (?=back|in)/gi, 'come '],
  [/\b(?:so )?(?:(?:the )?things? (?:to|you should|you need to) (?:look|watch) out for)(?: (?:would be|are|is))?,? (?:you know,? )?(?=if\b)/gi, ''],
  [/^(?:really|just|so|and|but|then),? /gi, ''],
]

/** True if the words say only what may follow an order, and nothing more. */
export const isAftertalk = (words: string): boolean => /^\W*$/.test(dropTail(`, ${words}`, aftertalk)) || /^we(?:'ll| will) see\b/i.test(words) // biome-ignore format: short

/** What the clinician does with the patient, or to others, and an order whose thing is a pronoun: none of them is an imperative of the patient's. */
const toPatient = /^(?:have|has|had) been\b|^(?:have|get|keep|do) (?:on|in|at|for|with|had|a lot (?:on|of))\b|^(?:watch|look) (?:out )?for (?:are|is)\b|^(?:get|have|put|hand|let|fit|pop|wire|hook) you\b|\blet (?:them|him|her) know\b|^do (?:is|are|was)\b|^(?:do|ring for|ask for|call for) (?:that|it|this|those)\b/i // biome-ignore format: one row

/** The line without its full stop; undefined if the words cannot be put plainly. `words` are those of the speaker, cleaned. */
export function putPlainly(words: string): string | undefined {
  const led = leads.reduce((out, [pattern, to]) => out.replaceAll(pattern, to), openWords(words))
  const said = dropTail(dropTail(led, aftertalk), aftertalk).replace(/[, ]+$/, '')
  const hasCondition = /\b(?:if|unless|in case)\b/i.test(said)
  const line = hasCondition ? tellConditional(said) : tellUnconditional(said)
  if (line === undefined) return undefined
  const text = joinRegimen(tidies.reduce((out, [pattern, to]) => out.replaceAll(pattern, to), line)).trim()
  const most = hasCondition ? mostWordsWithCondition : mostWords
  const isPlain =
    !personal.test(text) &&
    !toPatient.test(text) &&
    !unplain.test(text) &&
    !endsOpen.test(text) &&
    text.split(' ').length <= most
  return isPlain ? sentenceCase(text) : undefined
}
