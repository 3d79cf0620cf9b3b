/** Advice as an imperative line: the deed after its frame, without words to the patient. D285. */
import type { FramedOrder } from '../orders/frames.ts'
import { dropPersons } from './subordinate.ts'

/** Deeds of the examination and of the talk itself, which no note repeats as advice. */
const ofExamination =
  /\b(?:for me|on the (?:couch|bed|scales|table|chair) (?:there|here|for)|couch|my (?:finger|hand|hands|voice|face|pen|light|torch|nose)|against me|deep breath|breathe (?:in|out|normally|through)|hold your breath|open wide|say (?:ah|ninety)|cuff|thermometer|stethoscope|sleeve|shirt|jumper|shoes off|jacket|trousers|your (?:eyes closed|tongue out|chin|sleeves?)|close your eyes|look (?:up|down|straight|left|right|at|over|ahead)|squeeze my|push (?:up|down|against|me)|wiggle|touch your (?:nose|toes|chin)|lift (?:your|that|this|the) (?:arm|leg|knee|top|shirt|foot)|turn (?:around|round|over|your head)|bend (?:your|the|that|this|forward|over)|stand (?:up(?! (?:slowly|gradually|in stages))|on)|sit (?:up|down|back|forward|on)|lie (?:back|flat for|on your (?:back|front|side)|down (?:for|on the couch|here|there))|hop (?:up|on|off|down)|jump|take a seat|have a seat|come (?:in|through|on|over|and sit)|go on|go ahead|carry on(?:,|$)|hang on|hold on|hold still|stay still|keep still|take your time|relax (?:your|that|for)|get (?:dressed|changed|up(?! (?:slowly|gradually|in stages|at|by|every|and walk))|down)|pop (?:your|up|on|off|down|back on|over)|bear with|tell me|let me|give me (?:a (?:second|minute|moment|sec|score|number)|your)|take care|take it easy then|don't worry|do not worry|do not be|see you|have a (?:good|nice|lovely|great|wonderful|safe|think|look|listen|feel)|check (?:in|out) at|call me|start (?:at|from|by telling)|point|mind the|follow my|wait (?:here|there|outside)|put your (?:hands?|arms?|chin|head|feet|shirt|clothes)|pull your|roll (?:up|over|onto)|drop your|raise your (?:arm|leg|hand)s?|rest your (?:arm|hand|chin))\b/i // biome-ignore format: one row

/** Words after an order that add nothing to it: a reason, a hope, a tag. */
const tails: readonly RegExp[] = [
  /,? (?<!\b(?:until|till|unless|if|when|once|while|after|before) )(?:because|since|cause|(?:that|it|this) (?:is|makes|will|helps|does|can)\b|(?:would|will|do|could) (?:not )?you\b|won't you|so that|so (?:you|it|we|they|the|your|i)\b|(?<!\bas \w+ )as (?:it|that|this|they|these|you|your|the)|which|and (?:that|this|it|they) (?:will|should|can|may|might|helps?)|and (?:see|we will see|we'll see|hopefully|you will|you'll)|that (?:will|would|should|can|usually|often)|it (?:will|can|should|might|helps|just|really)|they (?:will|can|help|are)\b(?! not)|to (?:help|see|make|ease|stop|prevent|avoid|give|let|allow|keep|get|reduce|settle|protect|be)\b|but (?:it|that|they)).*$/i,
  /,? (?:if (?:you can|possible|that (?:is|helps)|need be|necessary)|as best you can|where(?:ver)? (?:you can|possible)|whenever you can|when you can|for me|for us|as well|too|though|please|yourself|ok|okay|all right|alright|you know|and (?:so on|stuff|things|that)|or (?:something|anything|whatever)(?: like that)?|just in case|at least|then|anyway|right)$/i,
]

/** A statement about a thing, which gives the reason. One that denies, limits or allows something is kept. */
const statement =
  /, (?:the|this|that|these|those|most|ordinary|normal) (?:[a-z]+ ){1,3}?(?:dries|makes|helps|is|are|can|will|does|do|gets?|gives?|takes|has|have|works?|needs?)\b(?!.*\b(?:not|never|only|unless|except|if|until|stop|no|but|instead)\b).*$/i

const personal = /\b(?:i|i'm|me|my|we|us|our|you|your|you're|yourself|he|she|him|his|mine)\b|\?|\[/i
const pointless =
  /^(?:have|be) (?:been|had)\b|^have on\b|^(?:ring|ask|call|wait) for (?:that|it|this|those)\b|^(?:\S+ )(?:that|it|those|them|this|these|so|one|some|things?)(?: (?:for now|then|instead|please|now|today|away|out|up|on|down|again))*$/i
const unplain =
  /\b(?:etc|whatever|blah|um|uh|er|basically|hopefully|wondering|guess|said|told|mentioned|last time|previously|used to|sorry|thank\w*|question|questions|results?|honest|video|camera|form over|worry|sure|concern\w*|happen\w*|mean)\b/i
const endsOpen =
  /\b(?:and|or|but|so|because|if|to|the|a|an|of|is|are|with|for|like|then|when|that|also|until|till|unless|once|while|your|as|very|really|my)$/i
/** Two words that are a whole order. */
const shortDeed =
  /^(?:(?:keep|avoid|stop) \w+ing|rest up|(?:keep|stay) (?:calm|warm|cool|dry|active|mobile|still|busy|fit|hydrated|upright|indoors|home)|eat (?:well|slowly|less|more)|sleep (?:more|in)|lose weight|slow down|go easy|take breaks|drink (?:more|less|plenty))$/i
const mostWords = 18
const fewestWords = 2

/** "your" is "the", as a note addresses nobody. */
// biome-ignore format: one row a line
const tidies: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/^(?:to |just |and |really |also )+/i, ''],
  [/^try and /i, 'try to '],
  [/\b(?:your|his|her) own\b/gi, 'own'],
  [/^([a-z]+) (?:him|her) (?!own\b)/i, '$1 '],
  [/\b(?:your|his|her)\b/gi, 'the'],
  [/^(?:well )?(hydrated|rested)\b/i, 'stay well $1'],
  [/^give yourself /i, 'take '],
  [/^get yourself (?=an?|some|plenty|the)/i, 'get '],
  [/(?<!\b(?:bar|except|besides|than|by|for|off|with|on|of|to) )\b(?:yourself|yourselves)\b,? ?/gi, ''],
  [/^help to /i, ''],
  [/ for (?:me|us)\b/gi, ''],
  [/\b(?:a bit of|a little bit of|a little|a bit) (?=[a-z])/gi, ''],
  [/\b(?:just|really|obviously|basically|actually|you know|simply) /gi, ''],
  [/ {2,}/g, ' '],
  [/[,. ]+$/g, ''],
]

/** The line without its full stop; undefined if the words make no advice that a note can have. */
export function tellAdviceLine({ act, isBare }: Pick<FramedOrder, 'act' | 'isBare'>): string | undefined {
  if (ofExamination.test(act) || (isBare && /^(?:pop|slip)\b/i.test(act))) return undefined
  const bare = dropPersons(act.replace(statement, ''))
  const cut = tails.reduce((out, tail) => out.replace(tail, ''), tails.reduce((out, tail) => out.replace(tail, ''), bare)) // biome-ignore format: short
  const line = tidies
    .reduce(
      (out, [pattern, text]) =>
        out.replaceAll(
          new RegExp(pattern.source, pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`),
          text,
        ),
      cut,
    )
    .trim()
  const count = line.split(' ').length
  const isShort = count < (isBare ? fewestWords + 1 : fewestWords)
  if ((isShort && !shortDeed.test(line)) || count > mostWords) return undefined
  return personal.test(line) || pointless.test(line) || unplain.test(line) || endsOpen.test(line) ? undefined : line
}
