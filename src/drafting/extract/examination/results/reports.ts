/**
 * What a strip in the urine, a tracing or a picture shows: "urine dip shows ketones one plus, no blood", "ECG shows normal rhythm, rate seventy, no heart
 * block", "let's look at the ECG. Sinus rhythm. No ST changes." Each has its own line, and each thing that is not there names where. D461.
 */

import type { Sentence } from '../../../dialogue/sentence.ts'
import { cleanWords, quoteKey } from '../../../dialogue/wording.ts'
import { readChunks } from '../../../grammar/chunks.ts'
import { type Candidate, claim, type Quote, sentenceCase } from '../../candidates.ts'
import { peelFrames } from '../frames.ts'
import { reported, spell, strip } from './names.ts'

const inUrine =
  '(?:white (?:blood )?cells|leu[ck]o(?:cyte)?s?|leuks|ketones|blood|protein|sugar|glucose|nitrites?|red cells|bilirubin)'
const plus = '(?:(?:just )?(?:a )?(?:trace|touch|hint)|(?:one|two|three|four) plus(?:es)?|plenty|lots|some)'
const positive = new RegExp(`^(?:${plus}(?: of)? ${inUrine}|${inUrine} (?:is |are |was |were )?(?:a )?(?:trace|positive|negative|one plus|two plus|three plus|four plus))$`) // biome-ignore format: one pattern
const absent = new RegExp(`^(?:no|or) (${inUrine})(?: (?:or|and) (${inUrine}))?$`)
const whole = /^(?:(?:is|was|looks?|completely|all|perfectly|quite) )*(clear|normal|negative)$/

/** A plan, a condition, a doubt, a question of the history. */
const notShown = /\b(?:if|would|should|could|like|want|need\w*|until|unless|when(?! (?:you|he|she) (?:came|arrived|were|was)\b)|repeat|book\w*|arrange|order\w*|send\w*|get you|going to|will|might|may|order|refer\w*|ask\w*|tomorrow|next|later|make sure|to check|check(?:ing)? for|to exclude|(?:to|we) look for|looking for|downstairs|after the (?:scan|tests?|results?|x ray|ultrasound|appointment|procedure)|don|wait\w*|think|rule|hope\w*|people|usually|means?|tends?|can not|in case|to see|see what|show whether|no need|(?:my|your|his|her|their) (?:mum|mom|dad|mother|father|brother|sister|son|daughter|wife|husband|partner|nan|friend|mate))\b/ // biome-ignore format: one pattern
const shows =
  /^(?:.{0,40}? )??(?:shows?|showed|has shown|is showing|found|has|there is|there are|is|was|looks?|looked|came back(?: as)?|comes? up|says?|said|reads?|picked up|confirmed|confirms)(?: that)?(?: there (?:is|are|was))? /
/** The test is only named: "let's look at the ECG Carol did". */
const turnsTo = /^(?:(?:and|so|now|ok|okay|right|well),? )*(?:let us|let me|i will|i have|we have|here is|this is|that is|and)?\b.{0,60}\b(?:look at|got|have|here|had a look at|did|done)\b/ // biome-ignore format: one pattern

/** "The CT from the hospital: a stone on the left." */
const colon = /^(?: (?:from|at|of) (?:the|your) [a-z]+(?: [a-z]+)?)?: /
/** "It's normal, sinus rhythm": of the test that was named before. */
const ofIt = /^(?:(?:so|and|well|now|okay|ok|yes|yeah),? )*(?:it|that|this)(?:['’]s| is| was| shows| showed| came back(?: as)?| confirms| says)(?: just| all)? (?!if\b|not\b|what\b|why\b|how\b|where\b|the (?:same|one|good|bad)\b)/ // biome-ignore format: one pattern

const namedFirst =
  /^(?:(?:and|so|now|ok|okay|right),? )*(?:the |your )?(?:ecg|tracing|heart tracing|x ray|chest x ray|scan|ultrasound|histology|biopsy|echo|ct|mri|holter)(?:(?: result)?(?: is|['’]s) back| (?:has|have) come back)?(?:,|[.]|$)/

const talk = /\b(?:i|i'm|you|he|she|we|they|me|my|it|that|this|who|because|sorry|good|lovely|great|exciting|reassuring|worry\w*|doubt|tablets?|thanks?)\b/ // biome-ignore format: one pattern
const named =
  /\b(?:af|pauses?|change|rhythm|rate|block|changes?|thickening|strain|strokes?|bleeds|infarct\w*|heart attack|ischaemia|waves?|segments?|axis|depression|elevation|inversion|hypertrophy|tachycardia|bradycardia|fractures?|breaks?|dislocation|arthritis|narrowing|effusion|fluid|stones?|gallstones?|polyps?|cysts?|fibroids?|lining|mass|lumps?|nodules?|shadow\w*|collapse|consolidation|pneumonia|clots?|bleed|bleeding|aneurysm|tears?|bulge|disc|prolapse|spurs?|inflammation|swelling|enlarged|swollen|normal|clear|thickened|osteoporosis|osteopenia|growth|lungs?|ovar\w+|kidneys?|liver|heart|valves?|ejection fraction|sinus|fibrillation|flutter|ectopics?|heartbeat|baby|weeks|obstruct\w*|apnoea|events|hernia|ulcers?|carcinoma|melanoma|na?evus|cancer|benign|stenosis|regurgitation|leak\w*|pump|ventricle|plaque|calcium|blocked|blockages?|runs of|gallbladder|spleen|pancreas|prostate|bladder|wear and tear|cartilage|meniscus|ligaments?|tendons?|t score|fev|reversib\w*|nerve|reflux|oesophagus|infection|scarring|emphysema|haemorrhage|tumou?r)\b/
/** Words that go on with what was named: "all out, clear margins". */
const goesOn = /^(?:all out|(?:completely |fully )?(?:excised|removed)|clear margins|margins clear|otherwise (?:normal|fine|clear)|(?:the )?rest (?:of it )?(?:is |was )?(?:normal|fine|clear)|both (?:taken out|removed)|(?:pressing|pushing|leaning) on .+|(?:low down |high up )?(?:on|in|at|near) (?:the|your|both) .+|(?:low down|high up)|(?:mild|moderate|severe)(?: [a-z]+)?)$/ // biome-ignore format: one pattern
const state = '(?:(?:a|bit|little|slightly|mildly|moderately|severely|quite|very|all|both|touch) )*(?:weak|normal|enlarged|thick\\w*|dilated|fine|ok|okay|clear|good|preserved|reduced|leak\\w*|stiff|narrow\\w*|blocked|swollen|inflamed|smooth|intact|torn|worn|healed|healing|\\w+ty|\\d+|(?:\\w+ty[ -])?(?:one|two|three|four|five|six|seven|eight|nine))' // biome-ignore format: one pattern
/** "The pump's a bit weak", "FEV1 is sixty-two percent": a note has no verb there. */
const copula = new RegExp(`^((?:the |your )?[a-z][a-z0-9]*(?: [a-z]+)?) (?:is|are|looks?|was|were) (?=${state}\\b)`)

const cut = (text: string): readonly string[] =>
  text
    .split(/[,;:]+ |\.{2,} ?| (?:and|but|so) (?=(?:no|there|it|i|you|the|a|that|nothing)\b)/)
    .map((part) => peelFrames(part.replace(/[.!?]+$/, '').trim()).replace(/^(?:and|so|but|with|there is|there are|it has|there was) /, '').trim()) // biome-ignore format: short
    .filter((part) => part !== '')

type Report = { readonly name: string; readonly list: readonly string[]; readonly none: readonly string[]; readonly sentences: readonly Sentence[] } // biome-ignore format: short

const bareThing = (thing: string): string =>
  thing
    .replace(/^(?:an?|some|any) /, '')
    .replace(/^normal one$/, 'normal')
    .replace(/ (?:that (?:i|we) can see|at all|to speak of|either|there|on it|in there)$/, '')

const mostWords = 12

/** The stretches that say what is there, and what is not; undefined once the words go on to something else. */
function readShown(parts: readonly string[], isStrip: boolean): Pick<Report, 'list' | 'none'> {
  const list: string[] = []
  const none: string[] = []
  for (const spoken of parts) {
    const isState = copula.test(spoken)
    const part = bareThing(spoken.replace(/^(?:completely|perfectly|quite) (?=normal|clear)/, '').replace(copula, (_, thing: string) => `${thing.replace(/^(?:the|your) /, '')} `)) // biome-ignore format: short
    if (isStrip) {
      const [, one, other] = absent.exec(part) ?? []
      if (one !== undefined) none.push(one, ...(other === undefined ? [] : [other]))
      else if (positive.test(part)) list.push(part.replace(/ (?:is|are|was|were) /, ' ').replace(/^(?:just )?a /, ''))
      else if (whole.test(part)) list.push(whole.exec(part)?.[1] ?? '')
      else if (list.length + none.length > 0) break
      continue
    }
    const denied = /^(?:no|not any|without) (.+)$/.exec(part)?.[1]
    const isNominal = (denied !== undefined && denied.split(' ').length <= 4) || readChunks(denied ?? part).every(({ kind, words }) => kind !== 'verb' || words.every(({ text }) => /(?:ed|en|ing)$|^(?:leads|waves|views|changes|moderate|events|runs|margins|tears|clear|found|shadow)$/.test(text))) // biome-ignore format: short
    const isShown = named.test(part) || (list.length + none.length > 0 && goesOn.test(part))
    if (
      talk.test(part) ||
      part.split(' ').length > mostWords ||
      !(isNominal || isState || goesOn.test(part)) ||
      !isShown
    ) {
      // Of a report whose first words are not read, the rest may say the wrong thing.
      if (list.length + none.length > 0 || named.test(part)) break
      continue
    }
    if (denied !== undefined) none.push(denied)
    else list.push(part)
  }
  return { list, none }
}

/** The words in lower case, with "is" written out. */
const plainly = ({ text }: Sentence): string =>
  cleanWords(text)
    .toLowerCase()
    .replaceAll(/(?<=[a-z])['’]s (?=(?:normal|clear|fine|completely|negative|a (?:bit|little|touch)|quite|very|slightly|mildly|weak|good|reduced|enlarged|dilated|blocked)\b)/g, ' is ') // biome-ignore format: short
    .replaceAll(/(?<!\b(?:twen|thir|for|fif|six|seven|eigh|nine)ty)-/g, ' ')
    .replaceAll(/\bthere['’]s\b/g, 'there is')

/** "X-ray of the wrist and the elbow shows": what was pictured. */
const ofPart = /^ of (?:the|your|his|her) (?:[a-z]+ ){0,2}?[a-z]+(?: and (?:the |your |his |her )?(?:[a-z]+ )?[a-z]+)?(?= (?:shows?|showed|has|is|was|came|looks?|found)\b|:)/ // biome-ignore format: one pattern

const traced =
  /^(?:(?:so|and|yes|ok|okay|right|well|it|that|this|is|are|(?:you|he|she)(?:['’](?:re|s))?|in),? |\.+ ?)*(?:normal )?(?:sinus (?:rhythm|tachycardia|bradycardia)|(?:some |no |new |old )*(?:st (?:elevation|depression|segment)|t[ -]waves? (?:inversion|changes|flattening)))\b/

const leadIn =
  /^(?:(?:so|and|yes|ok|okay|right|well|it is|(?:you|he|she)(?: are| is|['’]re|['’]s) in|in)(?:,|\.{2,}|(?= sinus)) *)+/
/** "Sinus rhythm, eighty-eight": the number is the rate. */
const rateBehind =
  /\b((?:sinus (?:rhythm|tachycardia|bradycardia)|fibrillation|af)),? (?:at )?((?:(?:a|one) )?(?:hundred(?: and)? ?)?[a-z]+ty(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|\d+)(?=[,.]|$)/
const tracing = /\b(?:ecg|e c g|tracing)\b/

/** The report that a sentence begins with a test's name. */
function readReport(
  sentence: Sentence,
): { readonly name: string; readonly rest: string; readonly isStrip: boolean } | undefined {
  const said = plainly(sentence)
  const isStrip = strip.test(said)
  const match = (isStrip ? strip : reported).exec(said)
  if (match === null) return undefined
  const after = said.slice(match.index + match[0].length)
  const [of = ''] = isStrip ? [] : (ofPart.exec(after) ?? [])
  const name = `${match[0]}${of}`.replace(/^(?:the|your|and) /, '').replaceAll(/\b(?:your|his|her)\b/g, 'the')
  return { name: sentenceCase(spell(name)), rest: after.slice(of.length), isStrip }
}

/** "ECG: normal rhythm, rate 70, no heart block." */
function tellReport({ name, list, none, sentences }: Report): readonly Candidate[] {
  const isPlain = /^(?:clear|normal|negative)$/.test(list[0] ?? '')
  const items = [...list, ...none.map((thing) => `no ${thing}`)].map(spell)
  const display = name === '' ? sentenceCase(items.join(', ')) : `${name}${isPlain ? '' : ':'} ${items.join(', ')}`
  // "Your urine shows no protein": one denial is a finding of its own.
  const isLone = /^(?:Urine|Wee)\b(?! dip)/.test(name) && list.length === 0 && none.length === 1
  return items.length === 0 || isLone
    ? []
    : [{ text: `${display}.`, claims: [claim('finding', { key: `${quoteKey(sentences)}-report`, display })], quotes: sentences.map((sentence): Quote => ({ sentence, role: 'statement' })), weight: 88, at: sentences[0]?.at ?? 0 }] // biome-ignore format: short
}

/** "Pass it over. Okay, sinus rhythm, eighty-eight, no ST elevation.": only a tracing has such words, and somebody has named it before. */
function readTraced(dialogue: readonly Sentence[], own: readonly Sentence[]): readonly Candidate[] {
  const [first] = own
  if (first === undefined) return []
  const place = dialogue.indexOf(first)
  const naming = dialogue.slice(Math.max(0, place - 5), place).findLast((one) => tracing.test(plainly(one)))
  // A report that the same turn begins goes on to these words by itself.
  if (naming?.segment === first.segment) return []
  const shown = readNext(own, first)
  const sentences = naming === undefined ? shown.sentences : [naming, ...shown.sentences]
  return tellReport({ name: naming === undefined ? '' : 'ECG', ...shown, sentences })
}

/** The reports that the clinician reads out. */
export function draftReports(dialogue: readonly Sentence[]): readonly Candidate[] {
  const own = dialogue.filter(({ segment }) => segment.speaker === 'clinician')
  return own.flatMap((sentence, at) => {
    if (sentence.isQuestion || sentence.text.includes('[') || notShown.test(sentence.said)) return []
    const report = readReport(sentence)
    if (report === undefined && traced.test(plainly(sentence))) return readTraced(dialogue, own.slice(at, at + 3))
    if (report === undefined) return []
    const { name, rest, isStrip } = report
    const verb = shows.exec(`${rest.replace(/^,? ?/, ' ').trim()} `) ?? colon.exec(rest)
    const isOpen = isStrip || verb !== null
    const shown = isOpen ? readShown(cut(isStrip ? rest.replace(/^.{0,40}?\b(?:has|shows?|showed|is|was)\b (?!the)/, '') : colon.test(rest) ? rest.replace(colon, '') : rest.trim().replace(shows, '')), isStrip) : { list: [], none: [] } // biome-ignore format: short
    // "No cancer, but it did show some abnormal cells": the half that matters is not read.
    if (
      shown.list.length === 0 &&
      /,? (?:but|although|though|however),? (?:it|they|there|we|some|did|shows?|showed|a|an)\b/.test(sentence.said)
    )
      return []
    if (shown.list.length + shown.none.length > 0) return tellReport({ name, ...shown, sentences: [sentence] })
    if (isStrip || !(turnsTo.test(sentence.said) || namedFirst.test(sentence.said))) return []
    return tellReport({ name, ...readNext(own.slice(at + 1, at + 4), sentence) })
  })
}

/** "Let's look at the ECG. Sinus rhythm. No ST changes." */
function readNext(next: readonly Sentence[], first: Sentence): Omit<Report, 'name'> {
  const list: string[] = []
  const none: string[] = []
  const sentences: Sentence[] = next[0] === first ? [] : [first]
  for (const sentence of next) {
    if (sentence.segment !== first.segment || sentence.isQuestion || notShown.test(sentence.said)) break
    const shown = readShown(cut(plainly(sentence).replace(ofIt, '').replace(leadIn, '').replace(rateBehind, '$1 $2')), false) // biome-ignore format: short
    if (shown.list.length + shown.none.length === 0) break
    list.push(...shown.list)
    none.push(...shown.none)
    sentences.push(sentence)
  }
  return { list, none, sentences }
}
