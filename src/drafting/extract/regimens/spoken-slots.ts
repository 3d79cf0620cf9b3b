/**
 * Strength and rate that stand apart from their medicine: as a sentence of its own ("Just the omeprazole. Twenty."), in the clinician's
 * check ("The perindopril." - "Five milligrams?" - "Five, yeah. In the morning."), or in a list that the clinician reads out. D433.
 */
import { readContext } from '../../dialogue/context.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { readAmount } from '../../vocabulary/amounts.ts'
import type { Term } from '../../vocabulary/terms.ts'
import type { Quote } from '../candidates.ts'
import type { Dose } from '../medication.ts'
import { isAskedFor } from '../medication.ts'
import { classes } from '../orders/medicine-changes.ts'
import { isBorrowed, isCause, isTakenBackForOther } from './borrowed.ts'
import { asksElse, asksMedicines, asksOfOther, isAgreement, isSlotForm, namesPerson } from './forms.ts'
import { isLightSlots, opensList } from './light-takings.ts'
import { partByMedicine } from './parts.ts'
import { type Filled, readSentence } from './slot-reading.ts'

/** `isTaken`: the exchange itself says that it is taken; otherwise it only adds to a medicine that another reader found. */
export type Spoken = Filled & { readonly term: Term; readonly sentence: Sentence; readonly quotes: readonly Quote[]; readonly isTaken: boolean } // biome-ignore format: short

const medicinesOf = ({ terms }: Sentence): readonly Term[] => terms.filter(({ kind, key }) => kind === 'medicine' && !classes.test(key)) // biome-ignore format: short
const isOwn = (speaker: string) => ({ segment }: Sentence): boolean => segment.speaker === speaker // biome-ignore format: short

/** A sentence that is nothing but slots. */
function readFragment(sentence: Sentence | undefined, isAsked: boolean): Filled | undefined {
  if (sentence === undefined || sentence.words.length > 12 || sentence.terms.some(({ kind }) => kind === 'medicine')) return undefined // biome-ignore format: short
  const { dose, rate, rest, isClear } = readSentence(sentence, isAsked ? 'asked' : 'named')
  if (!isClear || (dose === undefined && rate === undefined)) return undefined
  const own = rest.replace(
    /^(?:(?:so|and|yes|yeah|is it|that is|you are on|you take|you have|it is|still|the|once|one|just),? )+/,
    '',
  )
  return isSlotForm(own) || isLightSlots(own) || /^(?:DOSE|RATE|,| |and|one|two)+$/.test(own) ? { ...(dose === undefined ? {} : { dose }), ...(rate === undefined ? {} : { rate }) } : undefined // biome-ignore format: short
}

const openers = /^(?:yes|yeah|yep|yup|that is right|right|correct|i am|i do|still|exactly|aye|mm+-?hm+)\b/
const contrary = /\b(?:no|not|but|used to|stopped|was|came off|until|changed|instead|half|double|less|more)\b/

/** "Yes.", "Five, yeah.", "Yeah, every morning with my toast.", "A hundred, yes." */
function confirms(reply: Sentence | undefined, dose: Dose | undefined): boolean {
  if (reply === undefined || contrary.test(reply.said)) return false
  const plain = reply.said.replaceAll(/[.!]+/g, '').replace(/,? before you ask$/, '')
  if (isAgreement(plain) || openers.test(plain)) return !reply.words.some((_, at) => isOther(reply, at, dose))
  const amount = dose === undefined ? undefined : reply.words.findIndex((_, at) => readAmount(reply.words, at)?.value === dose.value) // biome-ignore format: short
  return amount !== undefined && amount >= 0 && amount <= 1 && reply.words.length <= 8
}
/** Another amount than that which is confirmed. */
const isOther = ({ words }: Sentence, at: number, dose: Dose | undefined): boolean => {
  const amount = dose === undefined || readAmount(words, at - 1) !== undefined ? undefined : readAmount(words, at)
  return amount !== undefined && amount.value !== dose?.value && amount.value >= 5 && /^(?:mg|milli\w*|micro\w*|,|\.)$/.test(words[amount.to + 1]?.text ?? '.') // biome-ignore format: short
}

/** The slots that the rest of a turn gives, sentence by sentence, until one says something else. */
function readRest(turn: readonly Sentence[], isAsked: boolean): { readonly filled: Filled; readonly used: readonly Sentence[] } {
  let filled: Filled = {}
  const used: Sentence[] = []
  for (const sentence of turn.slice(0, 3)) {
    const own = readFragment(sentence, isAsked && filled.dose === undefined)
    if (own === undefined) {
      if (isReason.test(sentence.said)) continue
      break
    }
    if ((own.dose !== undefined && filled.dose !== undefined) || (own.rate !== undefined && filled.rate !== undefined)) break // biome-ignore format: short
    filled = { ...filled, ...own }
    used.push(sentence)
  }
  return { filled, used }
} // biome-ignore format: short
/** "For migraines.", "I've had that for years." may stand between the slots. */
const isReason =
  /^(?:for (?:the|my|a) ?\w+(?: \w+)?|for \w+|i have (?:had|been on) (?:that|it|them) .*|because of .*|the doctor .*)[.]?$/

const answersOf = (sentences: readonly Sentence[]): readonly Quote[] => sentences.map((sentence) => ({ sentence, role: 'answer' as const })) // biome-ignore format: short

class Reader {
  readonly #dialogue: readonly Sentence[]
  constructor(dialogue: readonly Sentence[]) {
    this.#dialogue = dialogue
  }

  /** The sentences of the turn that begins behind `at`, by the speaker. */
  #turn(at: number, speaker: string): readonly Sentence[] {
    const first = this.#dialogue[at]
    if (first === undefined || !isOwn(speaker)(first)) return []
    const turn = this.#dialogue.slice(at, at + 6)
    const end = turn.findIndex(({ segment }) => segment !== first.segment)
    return end < 0 ? turn : turn.slice(0, end)
  }

  /** The patient names one medicine; its slots follow in the turn, or in the clinician's check. */
  ofPatient(sentence: Sentence, at: number): Spoken | undefined {
    const all = partByMedicine(sentence)
    const last = all.at(-1) as Sentence
    const term = medicinesOf(last).at(-1)
    const asksHarm = sentence.asked.some(({ said }) => asksElse(said) || asksOfOther(said))
    if (term === undefined || sentence.isQuestion || asksHarm || namesPerson(sentence.said) || elsewhen.test(sentence.said)) return undefined // biome-ignore format: short
    const isOrdered = this.#dialogue.slice(0, at).some((each) => isOwn('clinician')(each) && orders.test(each.said) && medicinesOf(each).some(({ key }) => key === term.key)) // biome-ignore format: short
    const { status, relative } = readContext(last, term)
    if (
      isOrdered ||
      isBorrowed(last, term) ||
      isCause(last, term) ||
      isTakenBackForOther(sentence, this.#dialogue[at + 1]) ||
      status !== 'present' ||
      relative !== undefined
    )
      return undefined
    const own = readSentence(last)
    const turn = this.#turn(at + 1, 'patient').filter(({ segment }) => segment === sentence.segment)
    const rest = readRest(turn, own.dose === undefined && all.length === 1)
    const isAsked = isAskedFor(sentence) || sentence.asked.some(({ said, segment }) => segment.speaker === 'clinician' && asksMedicines(said)) // biome-ignore format: short
    const isMore = sentence.asked.some(({ said, at: place }) => asksRest.test(said) && this.#dialogue.some((each) => each.at === place && isOwn('clinician')(each) && medicinesOf(each).length > 0)) // biome-ignore format: short
    const whole = { ...rest.filled }
    const checked = this.#checked(at + 1 + turn.length, own.dose ?? whole.dose, term)
    if (checked === undefined && rest.used.length === 0) return undefined
    const filled = { ...(own.dose === undefined ? {} : { dose: own.dose }), ...(own.rate === undefined ? {} : { rate: own.rate }), ...checked?.filled, ...whole } // biome-ignore format: short
    const quotes: readonly Quote[] = [{ sentence, role: 'answer' }, ...answersOf(rest.used), ...(checked?.quotes ?? [])]
    return { ...filled, term, sentence: last, quotes, isTaken: checked !== undefined || ((isAsked || isMore) && all.length === 1 && sentence.words.length <= 7) } // biome-ignore format: short
  }

  /** "Five milligrams?" - "Five, yeah. In the morning." */
  #checked(at: number, dose: Dose | undefined, term: Term): { readonly filled: Filled; readonly quotes: readonly Quote[] } | undefined {
    const turn = this.#turn(at, 'clinician')
    const [check] = turn
    if (check === undefined || dose !== undefined || medicinesOf(check).some(({ key }) => key !== term.key)) return undefined
    const slots = readFragment(medicinesOf(check).length === 0 ? check : undefined, true)
    const last = turn.at(-1)
    if (slots?.dose === undefined || last !== check || !check.isQuestion) return undefined
    const reply = this.#turn(at + turn.length, 'patient')
    if (!confirms(reply[0], slots.dose)) return undefined
    const own = readSentence(reply[0] as Sentence)
    const rest = readRest(reply.slice(1), false)
    const filled = { ...(own.rate === undefined ? {} : { rate: own.rate }), ...rest.filled, ...slots }
    return { filled, quotes: [{ sentence: check, role: 'question' }, ...answersOf([reply[0] as Sentence, ...rest.used])] }
  } // biome-ignore format: short

  /** The clinician says what the record has, and asks whether it is taken. */
  ofClinician(sentence: Sentence, at: number): Spoken | undefined {
    const [term, other] = medicinesOf(sentence)
    const turn = this.#turn(at, 'clinician')
    if (term === undefined || other !== undefined || orders.test(sentence.said)) return undefined
    const handing = this.#handing(at)
    const goesOn = /^and\b/.test(sentence.said) && this.#dialogue.slice(Math.max(0, at - 4), at).some((each) => isOwn('clinician')(each) && records.test(each.said)) // biome-ignore format: short
    const isRecord =
      handing !== undefined ||
      goesOn ||
      records.test(sentence.said) ||
      stillOn.test(turn[1]?.said ?? '') ||
      stillOn.test(turn[2]?.said ?? '')
    const asking = turn.findLast(({ isQuestion }) => isQuestion)
    const place = asking === undefined ? -1 : turn.indexOf(asking)
    if (!isRecord || asking === undefined || place > 2 || isDenied.test(sentence.said)) return undefined
    const isOfSlot = place === 1 && readFragment(asking, true)?.dose !== undefined
    if (asking !== sentence && !stillOn.test(asking.said) && !isOfSlot && !(asksRest.test(asking.said) && (goesOn || records.test(sentence.said)))) return undefined // biome-ignore format: short
    const first = readSentence(sentence)
    const more = place > 1 || isOfSlot ? readFragment(turn[1], isOfSlot) : undefined
    const slots: Filled = { ...(first.dose === undefined ? {} : { dose: first.dose }), ...(first.rate === undefined ? {} : { rate: first.rate }), ...more } // biome-ignore format: short
    const reply = this.#turn(at + turn.length, 'patient')
    const [said] = reply
    const isRate = said !== undefined && !contrary.test(said.said) && readSentence(said).rate !== undefined && said.words.length <= 5 // biome-ignore format: short
    if (said === undefined || said.isQuestion || !(confirms(said, slots.dose) || repeats(said, term) || (isRate && stillOn.test(asking.said)) || (asksRest.test(asking.said) && onlyThese.test(said.said)))) return undefined // biome-ignore format: short
    if (reply.slice(1, 3).some(({ said: next }) => /\b(?:stopped|not (?:any ?more|now|taking)|ran out)\b/.test(next))) return undefined // biome-ignore format: short
    const rest = readRest(reply.slice(1), false)
    const own = readSentence(said)
    const filled = {
      ...(own.rate === undefined || own.rate === 'every day' ? {} : { rate: own.rate }),
      ...rest.filled,
      ...slots,
    }
    const cited = turn.slice(0, place + 1).map((each) => ({ sentence: each, role: 'question' as const }))
    return first.isClear
      ? { ...filled, term, sentence, quotes: [...cited, ...answersOf([said, ...rest.used])], isTaken: true }
      : undefined
  }

  /** The sentence by which the patient hands over the list, or the boxes, after a question for medicines. */
  #handing(at: number): Sentence | undefined {
    const given = this.#dialogue.slice(Math.max(0, at - 10), at)
    const handing = given.findLast(({ segment, said }) => segment.speaker !== 'clinician' && hands.test(said))
    const asking = given.findLast(({ segment, said, isQuestion }) => segment.speaker === 'clinician' && isQuestion && asksPack.test(said)) // biome-ignore format: short
    const reply = asking === undefined ? undefined : given.find(({ segment, at: place }) => segment.speaker !== 'clinician' && place > asking.at) // biome-ignore format: short
    // A relative's "I've got it here" is no word of the patient's.
    if (handing === undefined && asking !== undefined && reply !== undefined && !/\b(?:no|not|forgot|left)\b/.test(reply.said)) return asking // biome-ignore format: short
    return handing !== undefined && given.some(({ segment, said, at: place }) => segment.speaker === 'clinician' && place < handing.at && handing.at - place <= 2 && (asksMedicines(said) || opensList(said)) && !asksElse(said)) ? handing : undefined // biome-ignore format: short
  }

  /** "So, amlodipine ten. Ramipril ten.": the clinician reads out the list that the patient gives. */
  ofList(sentence: Sentence, at: number): readonly Spoken[] {
    if (orders.test(sentence.said) || /\b(?:not|no|never|stop|start)\b/.test(sentence.said)) return []
    const before = this.#dialogue
      .slice(Math.max(0, at - 10), at)
      .filter(isOwn('patient'))
      .slice(-4)
    const handing = this.#handing(at)
    const named = new Set(before.flatMap(medicinesOf).map(({ key }) => key))
    const told = new Set(before.filter((own) => isAskedFor(own) || own.asked.some(({ said }) => asksMedicines(said) && !asksElse(said))).flatMap(medicinesOf).map(({ key }) => key)) // biome-ignore format: short
    return partByMedicine(sentence).flatMap((piece): Spoken[] => {
      const [term] = medicinesOf(piece)
      const { dose, rate, rest, isClear } = readSentence(piece)
      const isRead = term !== undefined && dose !== undefined && isClear && /^(?:(?:so|and|the|then|right|okay|is that an? [a-z]|[a-z]|,|yes|plus) ?,? ?)*MED(?: (?:xr|sr|mr|er|cr|slow release))?,? (?:DOSE|RATE|,| |once|one|is it|daily)+$/.test(rest.replace(/,? yes i have.*$/, '').replaceAll(/MED,? (?:(?:that is|that will be|which is|the|called),? )+MED/g, 'MED').replace(/^(?:(?:so|and|ok|okay|right),? )*(?:mornings?|nights?|in the morning|at night|RATE),? /, '')) // biome-ignore format: short
      const isHanded = handing !== undefined
      if (!isRead || !(isHanded || named.has(term.key))) return []
      const naming = before.findLast((own) => medicinesOf(own).some(({ key }) => key === term.key))
      const cited = handing ?? naming
      const quotes: readonly Quote[] = [...(cited !== undefined ? [{ sentence: cited, role: cited.segment.speaker === 'clinician' ? ('question' as const) : ('answer' as const) }] : []), { sentence, role: 'statement' }] // biome-ignore format: short
      return [{ ...(dose === undefined ? {} : { dose }), ...(rate === undefined ? {} : { rate }), term, sentence: piece, quotes, isTaken: isHanded || told.has(term.key) }] // biome-ignore format: short
    })
  }
}

const isDenied = /\b(?:not|no|never|stopped|off the|came off|used to|were on|if|today|injections?|jabs?|mum|mother|dad|father|wife|husband|partner|brother|sister|son|daughter)\b/ // biome-ignore format: one row
/** "And amlodipine five milligrams. Anything else?" - "Just them.": what was read out holds. */
const asksRest =
  /^(?:(?:and|ok|so),? )*(?:(?:is there )?(?:anything|any(?: \w+)?) (?:else|others?)|(?:is )?that (?:it|everything|all|the lot))\b/
const onlyThese =
  /^(?:(?:no|yes|yeah|oh),? )*(?:(?:it is |that is )?(?:just|only) (?:them|those|these|that|the (?:two|three|one))|that is (?:it|all|everything|the lot)|nothing else)\b/
/** "And is that allopurinol?" - "Allopurinol." */
const repeats = (reply: Sentence, term: Term): boolean => reply.words.length <= 4 && medicinesOf(reply).length === 1 && medicinesOf(reply)[0]?.key === term.key // biome-ignore format: short

const elsewhen = /\b(?:used to|was on|were on|stopped|years ago|in the past|last time|(?<!they )gave me|allerg\w*|ran out|tried|when i was|bought|might|may|could|should|want|if)\b/ // biome-ignore format: one row
/** The clinician speaks of the present, or of the record. */
const records = /\b(?:that will be the|you(?: are|'re)?(?: still)? (?:on|take|taking|have|using)|are you (?:still )?(?:on|taking|using)|i have (?:here|you down)|got you (?:down )?(?:on|for)|your|down (?:here )?(?:as|for)|it says|on (?:here|the system|the list))\b/ // biome-ignore format: one row
const stillOn =
  /^(?:(?:and|so|ok|okay|are you|you are|you|is he|is she|do you|still|actually),? )*(?:still )?(?:on|taking|take|using|having) (?:that|it|them|those|all of (?:that|them))\b/
const orders = /\b(?:start|stop|(?<!that )will|would like|going to|want (?:you|to)|should|let us|try|prescrib\w+|add|change|increase|reduce|swap|instead|could|might|if|need|keep|continue|take (?:one|two|it)|script|give you)\b/ // biome-ignore format: one row
/** "Did you bring the Webster?" */
const asksPack = /\b(?:bring|brought|have you got|got|is that) (?:\w+ ){0,3}(?:webster|list|boxes|packets|dosette|tablets|medicines)\b/ // biome-ignore format: one row
/** The patient hands over the list or the boxes. */
const hands = /\b(?:list|bag|boxes|packets?|repeat slip|prescription|script|here you (?:are|go)|there you (?:are|go)|brought (?:them|it|the)|(?:got|have) (?:it|them) (?:here|with me)|here it is|written (?:them|it) down|on this (?:paper|sheet)|webster)\b/ // biome-ignore format: one row

/** What the dialogue tells of medicines in pieces. */
export function readSpokenSlots(dialogue: readonly Sentence[]): readonly Spoken[] {
  const reader = new Reader(dialogue)
  return dialogue.flatMap((sentence, at) => {
    if (medicinesOf(sentence).length === 0) return []
    if (sentence.segment.speaker === 'patient') return reader.ofPatient(sentence, at) ?? []
    // "You're allergic to penicillin, is that right?"
    if (sentence.segment.speaker !== 'clinician' || /\ballerg|\bintoleran|\breact/.test(sentence.said)) return []
    const own = reader.ofClinician(sentence, at)
    return own === undefined ? reader.ofList(sentence, at) : [own]
  })
}

/** A medicine with the slots that it lacks. Of two strengths, none is added. */
export function fillSlots<T extends Filled & { readonly term: Term; readonly quotes: readonly Quote[]; readonly isMoved?: true }>(named: T, spoken: readonly Spoken[]): T {
  const own = spoken.filter(({ term }) => term.key === named.term.key)
  const doses = new Set(own.flatMap(({ dose }) => (dose === undefined ? [] : [`${dose.value} ${dose.unit}`])))
  const dose = named.dose ?? (doses.size === 1 && named.isMoved !== true ? own.find((each) => each.dose !== undefined)?.dose : undefined)
  const rates = new Set(own.flatMap(({ rate }) => rate ?? []))
  const rate = named.rate ?? (rates.size === 1 ? [...rates][0] : undefined)
  if (dose === named.dose && rate === named.rate) return named
  const added = own.filter((each) => (named.dose === undefined && each.dose !== undefined) || (named.rate === undefined && each.rate !== undefined)) // biome-ignore format: short
  const quotes = [...named.quotes, ...added.flatMap((each) => each.quotes)]
  return { ...named, ...(dose === undefined ? {} : { dose }), ...(rate === undefined ? {} : { rate }), quotes }
} // biome-ignore format: short
