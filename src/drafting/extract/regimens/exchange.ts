import { readContext } from '../../dialogue/context.ts'
import { isToldFor, type Sentence } from '../../dialogue/sentence.ts'
import type { Term } from '../../vocabulary/terms.ts'
import { answers, type Candidate, type Quote, says } from '../candidates.ts'
import { type Dose, isNeverBegun, saidName } from '../medication.ts'
import { classes, draftStopped } from '../orders/medicine-changes.ts'
import { isBorrowed, isCause, isTakenBackForOther } from './borrowed.ts'
import { endedCandidate, isBareEnd, isPlainNo, readEnd } from './ended.ts'
import { asksDose, asksMedicines, asksMore, asksOfOther, asksSlot, deniesAmount, isAgreement, isCorrection, isListening, isNamedForm, isProposal, isSlotForm, isSlotProposal, isTakenForm, namesPerson } from './forms.ts' // biome-ignore format: short
import { asksOfHead, isDosed, isHead, isLightProposal, isLightSlots, isLightTaken, opensList, presupposes } from './light-takings.ts' // biome-ignore format: short
import { withoutMeant } from './meant.ts'
import { type Named, withChange } from './moved-doses.ts'
import { asksOfHarm, isAnotherAmount, isOfPersonNext, withoutReason } from './next-words.ts'
import { partByMedicine } from './parts.ts'
import { isContraryRate } from './rates.ts'
import { type Filled, type Reading, readSentence } from './slot-reading.ts'

/** `isStated`: the clinician only said it, so that nothing but another dose of the patient's confirms it. `isDenied`: the patient has denied its dose. */
type Proposed = Named & { readonly isStated?: true; readonly isDenied?: true; readonly isHead?: true } // biome-ignore format: short

/** The most segments between a medicine and its next slot. */
const reach = 6

const filledOf = ({ dose, rate }: Filled): Filled => ({ ...(dose === undefined ? {} : { dose }), ...(rate === undefined ? {} : { rate }) }) // biome-ignore format: short
const withoutDose = ({ dose: _, ...named }: Named): Named => named
const isSame = (one: Dose | undefined, other: Dose | undefined): boolean => one?.value === other?.value && one?.unit === other?.unit // biome-ignore format: short

export class Exchange {
  readonly done: Named[] = []
  readonly ended: Candidate[] = []
  readonly #ofChild: boolean
  /** Medicines that the clinician spoke of first, but did not ask about: what the patient says of them repeats an order. */
  readonly #ordered = new Set<string>()
  #named: Named | undefined
  /** Named by the clinician, and not yet confirmed. */
  #proposed: Proposed | undefined
  #slots: (Filled & { readonly sentence: Sentence }) | undefined
  #question: Sentence | undefined
  #isListed = false
  /** The patient's sentence before. */
  #before: Sentence | undefined

  constructor(ofChild: boolean) {
    this.#ofChild = ofChild
  }

  close(): void {
    if (this.#named !== undefined) this.done.push(this.#named)
    this.#named = undefined
    this.#proposed = undefined
    this.#slots = undefined
    this.#question = undefined
  }

  hearClinician(sentence: Sentence): void {
    const reading = readSentence(sentence)
    const [term, other] = sentence.terms.filter(({ kind }) => kind === 'medicine')
    if (isListening(reading.rest)) return
    this.#slots = undefined
    if (term !== undefined && term.key !== this.#named?.term.key)
      this.#propose(sentence, reading, other === undefined ? term : undefined) // biome-ignore format: short
    else if (isSlotProposal(reading.rest) || (sentence.isQuestion && isLightSlots(reading.rest)))
      this.#slots = { ...reading, sentence }
    else if (term === undefined && reading.dose !== undefined && !sentence.isQuestion)
      this.#slots = { ...reading, sentence }
    else if (asksSlot(sentence.said) && !opensList(sentence.said)) this.#question = sentence
    else if (opensList(sentence.said) || asksMedicines(sentence.said) || (this.#isListed && asksMore(sentence.said))) {
      this.close()
      this.#isListed = true
      this.#question = sentence
    } else if (sentence.isQuestion || sentence.words.length > 6) {
      this.close()
      this.#isListed = false
    }
  }

  /** A number alone answers the question after a dose, or after a medicine whose dose nobody has named. */
  #asksDose(): boolean {
    const isOpen = this.#proposed !== undefined && this.#proposed.dose === undefined
    const isAsked = this.#named?.isMoved === true || this.#slots?.dose !== undefined || asksDose(this.#question?.said ?? '') // biome-ignore format: short
    return isOpen || (this.#named?.dose === undefined && isAsked)
  }

  #propose(sentence: Sentence, reading: Reading, term: Term | undefined): void {
    this.close()
    const form = { isQuestion: sentence.isQuestion, isListed: this.#isListed }
    const isOffer =
      term !== undefined &&
      ((isProposal(reading.rest) && (sentence.isQuestion || /^so\b/.test(sentence.said))) ||
        isLightProposal(reading.rest, form) ||
        presupposes(reading.rest))
    const isStated = term !== undefined && !isOffer && reading.dose !== undefined && reading.rate === undefined && isLightProposal(reading.rest, { ...form, isListed: true }) // biome-ignore format: short
    const isNamedAlone = term !== undefined && !isOffer && !sentence.isQuestion && isHead(reading.rest)
    if ((isOffer || isStated || isNamedAlone) && reading.isClear)
      this.#proposed = { ...filledOf(reading), term, sentence, quotes: [{ sentence, role: 'question' }], ...(isStated || isNamedAlone ? { isStated: true as const } : {}), ...(isNamedAlone ? { isHead: true as const } : {}) } // biome-ignore format: short
    else if (!asksMedicines(sentence.said) || !sentence.isQuestion)
      for (const { kind, key } of sentence.terms) if (kind === 'medicine') this.#ordered.add(key)
  }

  hearPatient(whole: Sentence, before: Sentence | undefined, next: Sentence | undefined): void {
    this.#before = before
    const pieces = partByMedicine(withoutMeant(whole))
    const [sentence] = pieces
    if (pieces.length > 1 || sentence === undefined) {
      this.#nameAll(pieces)
      return
    }
    if (isNeverBegun(sentence, undefined)) {
      this.#named = undefined
      this.#proposed = undefined
      return
    }
    const changed = withChange(this.#named, sentence)
    this.#named = changed ?? this.#named
    if (changed !== undefined) return
    const reading = readSentence(sentence, this.#asksDose() ? 'asked' : 'named')
    const medicines = sentence.terms.filter(({ kind }) => kind === 'medicine')
    const [term] = medicines
    if (this.#hearEnd(sentence, reading, { term, next })) return
    const isSameAgain = term !== undefined && medicines.length === 1 && term.key === (this.#proposed ?? this.#named)?.term.key // biome-ignore format: short
    if (term !== undefined && !isSameAgain)
      this.#name(sentence, reading, medicines.length === 1 ? term : undefined, {
        isDosedNext: isDosed(next, sentence),
        isOfPersonNext: isOfPersonNext(sentence, next) || isTakenBackForOther(sentence, next),
      })
    else if (isAgreement(reading.rest)) this.#agree(sentence)
    else if (isSlotForm(withoutReason(reading.rest).replace(/^MED,? ?/, '')) || isLightSlots(reading.rest))
      this.#fill(sentence, reading)
    else if (/^(?:no|nope|not)\b/.test(reading.rest)) this.#refuse(reading)
  }

  /** "And the fluoxetine?" - "That went in the bin.": the medicine of the question has ended. */
  #hearEnd(
    sentence: Sentence,
    { rest }: Reading,
    { term, next }: { readonly term: Term | undefined; readonly next: Sentence | undefined },
  ): boolean {
    // biome-ignore format: short
    const before = this.#proposed ?? this.#named ?? this.#justNamed(sentence)
    const isNear = before !== undefined && sentence.at - (before.quotes.at(-1)?.sentence.at ?? 0) <= 2
    const about = term === undefined && isNear ? before : undefined
    const of = term ?? about?.term
    if (of === undefined || classes.test(of.key) || (term !== undefined && readContext(sentence, term).relative !== undefined)) return false // biome-ignore format: short
    const isRefused = about !== undefined && about === this.#proposed && about.dose === undefined && about.rate === undefined && isPlainNo(rest) // biome-ignore format: short
    const isOfAmount = about !== undefined && (about.dose !== undefined || about.rate !== undefined || this.#slots !== undefined || isAnotherAmount(sentence, next)) && isBareEnd(rest) // biome-ignore format: short
    const end = (isOfAmount ? undefined : readEnd(rest)) ?? (isRefused ? 'not-taken' : undefined)
    if (end === undefined) return false
    if (about === undefined) {
      this.close()
      // "I stopped the naproxen because of the heartburn" has a line of its own.
      if (draftStopped([sentence]).length > 0) return true
    }
    this.#named = undefined
    this.#proposed = undefined
    const quotes: readonly Quote[] =
      about === undefined ? says(sentence) : [...about.quotes, { sentence, role: 'answer' }]
    this.ended.push(endedCandidate({ end, term: of, name: saidName(about?.sentence ?? sentence, of), quotes }))
    return true
  }

  /** "The statin, Lipitor. Came off that in June.": the one medicine of the sentence before, in the same turn. */
  #justNamed({ segment }: Sentence): Named | undefined {
    const before = this.#before
    const [term, other] = before?.segment === segment ? partByMedicine(before).flatMap(({ terms }) => terms.filter(({ kind, key }) => kind === 'medicine' && !classes.test(key))) : [] // biome-ignore format: short
    if (before === undefined || term === undefined || other !== undefined || before.words.length > 6 || namesPerson(before.said)) return undefined // biome-ignore format: short
    return { term, sentence: before, quotes: says(before) }
  }

  /** "My wife's, you mean? Ramipril, five milligrams.": a bare name after words about somebody else. */
  #isOfPerson({ segment }: Sentence): boolean {
    const before = this.#before
    return before?.segment === segment && namesPerson(before.said) && !isToldFor(segment)
  }

  /** Several medicines in one sentence: all of its pieces are read, or none. */
  #nameAll(pieces: readonly Sentence[]): void {
    const isAsked = this.#isListed
    const ofChild = this.#ofChild && !pieces.some(({ segment }) => isToldFor(segment))
    const readings = pieces.map((piece) => readSentence(piece))
    const isNamed = !pieces.some(({ terms }) => terms.some(({ kind, key }) => kind === 'medicine' && classes.test(key)))
    const isRead =
      isNamed && readings.every(({ rest }, place) => isLightTaken(rest, { ofChild, isAsked: isAsked || place > 0 }))
    if (!isRead || asksOfHarm(pieces[0] as Sentence)) {
      this.close()
      return
    }
    for (const [place, piece] of pieces.entries()) {
      const reading = readings[place] as Reading
      const before = readings[place - 1]
      // "Metformin and gliclazide twice a day": the rate may belong to both.
      const isShared = before !== undefined && before.dose === undefined && before.rate === undefined && reading.dose === undefined // biome-ignore format: short
      this.#name(piece, isShared ? { rest: reading.rest, isClear: true } : reading, piece.terms.find(({ kind }) => kind === 'medicine'), { isRead: true }) // biome-ignore format: short
    }
  }

  #name(
    sentence: Sentence,
    reading: Reading,
    term: Term | undefined,
    { isRead = false, isDosedNext = false, isOfPersonNext = false } = {},
  ): void {
    const question = this.#question ?? (this.#isListed ? sentence.asked.at(-1) : undefined)
    const isAsked =
      this.#isListed ||
      sentence.asked.some(({ said, segment }) => segment.speaker === 'clinician' && asksMedicines(said)) ||
      isDosedNext
    this.close()
    if (
      term === undefined ||
      isOfPersonNext ||
      isBorrowed(sentence, term) ||
      isCause(sentence, term) ||
      this.#ordered.has(term.key)
    )
      return
    const ofChild = this.#ofChild && !isToldFor(sentence.segment)
    const isLight =
      isRead || (!classes.test(term.key) && !asksOfHarm(sentence) && isLightTaken(reading.rest, { ofChild, isAsked }))
    // Light words hold no denial and no other person.
    const { status, relative } = readContext(sentence, term)
    if (!isLight && (status !== 'present' || relative !== undefined)) return
    const isTaken = isTakenForm(reading.rest, ofChild) || (isLight && !isAsked)
    if (!isTaken && this.#isOfPerson(sentence)) return
    if (!isTaken && sentence.asked.some(({ said }) => asksOfOther(said)) && !isToldFor(sentence.segment)) return
    if (!isTaken && !isLight && !(isNamedForm(reading.rest) && (isAsked || reading.rest.includes('DOSE')))) return
    this.#named = {
      ...(reading.isClear ? filledOf(reading) : {}),
      term,
      sentence,
      quotes: isTaken || question === undefined ? says(sentence) : answers(question, sentence),
    }
  }

  #agree(sentence: Sentence): void {
    const answer: Quote = { sentence, role: 'answer' }
    if (this.#proposed?.isStated === true) this.#proposed = undefined
    else if (this.#proposed !== undefined) {
      const slots = this.#slots
      this.#named = { ...this.#proposed, quotes: [...this.#proposed.quotes, answer] }
      this.#proposed = undefined
      if (slots !== undefined) this.#add(slots, [{ sentence: slots.sentence, role: 'question' }, answer], false)
    } else if (this.#slots !== undefined && this.#named !== undefined && sentence.at - this.#slots.sentence.at <= 2) {
      const quotes: readonly Quote[] = [{ sentence: this.#slots.sentence, role: 'question' }, answer]
      this.#add(this.#slots, quotes, false)
    }
    this.#slots = undefined
  }

  #fill(sentence: Sentence, reading: Reading): void {
    const quotes: readonly Quote[] = [...(this.#question === undefined ? [] : [{ sentence: this.#question, role: 'question' as const }]), { sentence, role: 'answer' }] // biome-ignore format: short
    const isCorrected = isCorrection(reading.rest) || this.#proposed?.isDenied === true
    const isHeadAsked = this.#proposed?.isHead === true && asksOfHead(this.#question?.said ?? '')
    const isUnasked = this.#proposed?.isStated === true && !isHeadAsked && !(isCorrected && reading.dose !== undefined)
    if (this.#proposed !== undefined && (!reading.isClear || isUnasked)) {
      this.#proposed = undefined
      return
    }
    if (this.#proposed !== undefined) {
      const { isStated: _, isDenied: __, isHead: ___, ...proposed } = this.#proposed
      this.#named = isCorrected ? withoutDose(proposed) : proposed
      this.#proposed = undefined
    }
    if (this.#named === undefined || sentence.at - (this.#named.quotes.at(-1)?.sentence.at ?? 0) > reach) return
    if (reading.isClear) this.#add(reading, quotes, isCorrected)
    this.#question = undefined
    this.#slots = undefined
  }

  /** Another number without a word that takes back the first leaves the medicine without a dose. */
  #add({ dose, rate }: Filled, quotes: readonly Quote[], isCorrected: boolean): void {
    const named = this.#named
    if (named === undefined) return
    const { dose: old, rate: before, ...rest } = named
    // A strength without a unit gives way to one that has its unit, and to a count of tablets.
    const isBare = old?.unit === '' && dose !== undefined && (dose.value === old.value || !/^(?:mg|micrograms|g|mL|)$/.test(dose.unit)) // biome-ignore format: short
    const isContrary = !isCorrected && !isBare && old !== undefined && dose !== undefined && !isSame(old, dose)
    const next = isContrary ? undefined : (dose ?? old)
    this.#named = { ...rest, ...filledOf({ ...(next === undefined ? {} : { dose: next }), ...(isContraryRate(before, rate) ? {} : (before ?? rate) === undefined ? {} : { rate: (before ?? rate) as string }) }), quotes: [...named.quotes, ...quotes] } // biome-ignore format: short
  }

  /** The patient says "No." to a named medicine or dose: nothing is known of it until the patient names another. */
  #refuse({ rest }: Reading): void {
    const proposed = this.#proposed
    // "Are you on any tablets?" - "No.": there is no list.
    if (proposed === undefined && this.#named === undefined && isPlainNo(rest)) this.#isListed = false
    const isOfAmount = proposed !== undefined && (proposed.dose !== undefined || proposed.rate !== undefined) && deniesAmount.test(rest) // biome-ignore format: short
    if (isOfAmount) this.#proposed = { ...proposed, isDenied: true }
    else if (proposed !== undefined && rest !== 'no') this.#proposed = undefined
    this.#slots = undefined
  }
}
