/**
 * Reads the forms and the shorthand of notes and letters: "O/E: throat red.", "Negative for rash.", "Sertraline 50 mg nocte.". A statement
 * that breaks a rule is read once more in the plain form. D292. Written from general knowledge of clinical notes.
 */
import type { Claim, Statement } from '../../../core/clinical-note.ts'
import { isWorded } from '../wording.ts'
import { exactShorthand, shorthand } from './shorthand.ts'

type Row = readonly [form: RegExp, plain: string]

// biome-ignore format: one row a line
/** Words with which a note leads a fact in, and that state nothing of their own. */
const leads: readonly Row[] = [
  [/^(?:on examination|examination|o\/e)(?::| shows?| showed| reveals?| revealed)?:? /i, ''],
  [/^(?:negative for|nil|not accompanied by|not associated with|(?:he|she|the patient) denies(?: any)?|denies any) /i, 'No '],
  [/^there (?:has been|is|was|have been|are|were) no /i, 'No '], [/^(?:has not had|has had no|does not have)(?: any)? /i, 'No '],
  [/^(?:the patient|he|she) (?:has been|is|was) (?:troubled|bothered|affected) by /i, ''], [/^(?:positive for|symptoms (?:include|are)|associated(?: symptoms?:?)?|also (?:describes|reports|has)|complain(?:s|ing) of|troubled by) /i, ''],
  [/^there (?:has been|is|was|have been|are|were) (?!no\b)/i, ''], [/^thank you for seeing (?:this|the) (?:patient|lady|gentleman|man|woman|child) (?:with|who has) /i, ''], [/ (?:with|alongside) this\.$/i, '.'],
  [/^(?:known(?: to have)?|background (?:of)?|(?:past )?medical history(?: includes| of|:)?|past history includes|has a history of) /i, 'History of '], [/^(?:past )?surgical history:? /i, 'Previous '],
  [/^(?:regular |current )?medications?:? |^(?:currently|regularly) (?:on|takes) /i, 'Takes '], [/^(?:occupation|employment): /i, 'Works as '], [/^(?:home situation|living situation|social(?: history)?): /i, ''],
  [/^(?:immunisations?|immunised|vaccinated|vaccinations?)(?: against)?: /i, ''], [/^(.+? vaccine) (?:was )?(?:given|administered|received)(?: previously| already| before)?\.$/i, '$1.'], [/^(?:impression|diagnosis|assessment)(?: is)?(?: of)?:? /i, ''], [/^(?:differential(?: diagnosis)?|suspects?)(?: includes?)?:? /i, 'Possible '],
  [/^(?:ex-?smoker|former smoker), stopped /i, 'Stopped smoking '], [/^gave up smoking /i, 'Stopped smoking '], [/^current smoker[,:] /i, 'Smokes '], [/^smoker: /i, 'Smokes '], [/\bcigarettes daily\b/i, 'a day'],
]

// biome-ignore format: one row a line
/** Words that deny within themselves: "afebrile" is "no fever". */
const privatives: readonly Row[] = [
  [/(?<=breath\w*\b.*)\b(?:comfortable|fine|well|settled) at rest\b/gi, 'not breathless at rest'], [/\b(?:afebrile|apyrexial|no pyrexia)\b/gi, 'no fever'], [/\banicteric\b/gi, 'no jaundice'], [/\b(?:acyanotic|not cyanosed)\b/gi, 'no cyanosis'], [/\b(?:asymptomatic|symptom[- ]free)\b/gi, 'no symptoms'],
  [/\bpain[- ]?(?:free|less)\b/gi, 'no pain'], [/\bnon-?tender\b/gi, 'not tender'], [/\bnon-?pruritic\b/gi, 'not itchy'], [/\bnon-?radiating\b/gi, 'not radiating'], [/\bnon-?productive\b/gi, 'dry'],
  [/\b(?:atraumatic|no trauma)\b/gi, 'no injury'], [/\bnon-?smoker\b/gi, 'does not smoke'], [/\b(?:teetotal(?:ler)?|non-?drinker)\b/gi, 'does not drink alcohol'], [/\bnon-?diabetic\b/gi, 'not diabetic'], [/\bnon-?exertional\b/gi, 'not on exertion'],
  [/\b(?:but )?negative for\b/gi, 'no'], [/\bpositive for\b/gi, ''],
  [/\bnon-?compliant\b/gi, 'does not take'], [/\bunaccompanied by\b/gi, 'no'], [/\bnulliparous\b/gi, 'no children'], [/\bnon-?pleuritic\b/gi, 'not pleuritic'], [/\bunassociated with\b/gi, 'no'],
]

// biome-ignore format: one row a line
/** Forms of orders. Each keeps what is ordered, and whether it is. */
const ofOrders: readonly Row[] = [
  [/^(?:i|we) (?:have|will) /i, ''], [/^(?:advice(?: given)?|advised|plan|recommended):? (?:to )?(?!against)/i, ''], [/^(.+) (?:was |were |is )?recommended\.$/i, '$1.'],
  [/^(?:commenced?|initiated?|started|prescribed?) /i, 'Start '], [/^(?:ceased?|discontinued?|stopped) /i, 'Stop '], [/^(.+?) (?:discontinued|ceased|stopped)\.$/i, 'Stop $1.'], [/^(.+?) to continue(?: unchanged)?\.$/i, 'Continue $1.'],
  [/^(?:request(?:ed)?|order(?:ed)?|organised?|booked?|arranged|for|obtain) /i, 'Arrange '], [/^(?!refer|declin|no\b|not\b)(.+?) (?:requested|ordered|organised|booked|arranged)\.$/i, 'Arrange $1.'], [/^referral to (.+?) (?:made|arranged)\.$/i, 'Refer to $1.'],
  [/^(?:to be (?:seen|reviewed)(?: again)?|(?:i will )?review the patient|follow-?up) /i, 'Review '],
  [/^safety[- ]net(?:ted|ting)?(?: advice)?(?: given)?:? (?:re:?|regarding|about|for|around|with regard to) /i, 'Return if '], [/^safety[- ]net(?:ting)?(?: advice)?:? (?!if)/i, 'Return if '], [/^(?:to )?seek (?:urgent )?(?:medical )?(?:help|care|attention|advice)(?: urgently| promptly)? if (.+?)(?: occurs?)?\.$/i, 'Return if $1.'],
]

const orderKinds: ReadonlySet<Claim['kind']> = new Set(['plan', 'safety-net', 'request', 'follow-up'])

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const say = (text: string, rows: readonly Row[]): string => rows.reduce((out, [form, plain]) => out.replace(form, plain), text) // biome-ignore format: short
const spell = (words: string): string => say(words, shorthand)

const shortRates =
  /(?<![\w.])(?:BD|BID|b\.?d\.|TDS|TID|t\.?d\.?s\.?|QID|QDS|q\.?d\.?s\.?|bd|bid|tds|tid|qid|qds)(?=[\s,.;]|$)/

/** Counts and lines of a chart, which are no shorthand: "6/12" is no half year here. */
const ofTest = /^(?:monofilament|visual acuity)\b/i

/** The statement with its counts and rates written out: one in shorthand is exact like any other. */
export function withRates(statement: Statement): Statement {
  if (statement.text.includes('"') || ofTest.test(statement.text)) return statement
  // "15 x 10 mm" is a size, and stays as it is.
  const counted = say(statement.text, exactShorthand)
  if (counted !== statement.text) return withRates({ ...statement, text: counted })
  if (!shortRates.test(statement.text)) return statement
  const spelled = (words: string): string => words.replace(shortRates, (rate) => spell(rate.toUpperCase().replaceAll('.', ''))) // biome-ignore format: short
  const claims = statement.claims.map((claim) => (claim.frequency === undefined ? claim : { ...claim, frequency: spelled(claim.frequency) })) // biome-ignore format: short
  return { ...statement, text: spelled(statement.text), claims }
}

/** Words after a label such as "Plan:" that quote a speaker. */
const ofSpeech = /\b(?:i|me|my|we|us|our|you|your|yours)\b/i

/** The statement in the plain form; undefined if it is in that form, or quotes somebody. */
export function inPlainForm(statement: Statement): Statement | undefined {
  if (
    statement.text.includes('"') ||
    ofTest.test(statement.text) ||
    (isWorded(statement.text) && ofSpeech.test(statement.text))
  )
    return undefined
  const isOrder = statement.claims.some(({ kind }) => orderKinds.has(kind))
  const text = sentence(say(say(spell(statement.text), isOrder ? ofOrders : leads), privatives).trim())
  if (text === statement.text) return undefined
  const claims = statement.claims.map((claim) => ({
    ...claim,
    ...(claim.frequency === undefined ? {} : { frequency: spell(claim.frequency) }),
    ...(claim.duration === undefined ? {} : { duration: spell(claim.duration) }),
  }))
  return { ...statement, text, claims }
}
