/**
 * Diagnoses that no table names, by their head noun: "a spiral fracture of the fibula", "a blocked tear duct", "cubital tunnel syndrome". The head says
 * that the phrase names an illness or an injury; the words around it say which. How sure the speaker is, other rules read. D360.
 */
import type { Sentence } from '../dialogue/sentence.ts'
import { bodyWord } from '../vocabulary/clinical-words.ts'
import { keyOf } from '../vocabulary/phrases.ts'
import { sites } from '../vocabulary/sites.ts'
import type { Term } from '../vocabulary/terms.ts'
import { wordSet } from '../vocabulary/words.ts'

/** Nouns that name an illness by themselves. */
const whole =
  /^(?!(?:homeopathy|homoeopathy|naturopathy|osteopathy|allopathy|diagnosis|prognosis|hypnosis|osmosis|metamorphosis|symbiosis|nostalgia|academia|bohemia|diploma|aroma|idioma|prognoses)$)(?:[a-z]{3,}(?:itis|osis|oma|[ae]emia|opathy|algia|plegia|ectasis|rrhagia|megaly|malacia|listhesis|cele)|concussion|thrush|impetigo|ringworm|whiplash|hydrocele|varicocele|keloid|chilblains?|sunburn|heatstroke|hypothermia|dehydration|preeclampsia|pre-eclampsia|endometriosis|pneumothorax|embolism|thrombosis|cataracts?|glaucoma|bunions?|hernias?|fibroids?|gallstones?|kidney stones?|shingles|croup|lupus|sepsis|vertigo)$/
/** Nouns that need a word before or behind them to name one: "a hairline fracture", "an infection in the tooth". */
const heads =
  /^(?:fractures?|dislocation|subluxation|tears?|rupture|sprain|strain|contusion|haematoma|damage|bulge|infection|abscess|cysts?|ulcers?|hernia|syndrome|disease|disorder|deficiency|stones?|clots?|polyps?|tumou?r|blockage|obstruction|palsy|impingement|effusion|prolapse|insufficiency|failure|injury|stenosis|atrophy|laceration|burns?|bites?|reaction|overload|stress fracture|entrapment|compression|perforation|fissure|fistula|sinus tract|dystrophy|degeneration|detachment|retention|intolerance|dependence|withdrawal|psychosis|concussion|retinopathy|aneurysm|carcinoma|cancer|warts?|bleed)$/
/** Nouns of other talk too ("a long break", "a natural reaction", "a strain on the family"): they name an illness beside a word of the body alone. */
const doubtful =
  /^(?:breaks?|crack|damage|bulge|dislocation|bleed|reaction|failure|strain|overload|withdrawal|retention|injury|tears?|burns?|bites?|compression|blockage|obstruction|clots?|stones?|deficiency|dependence|intolerance|degeneration|detachment|rupture|disorder|disease)$/
const ofBody =
  /^(?:(?!(?:it|that|she|he|what|there|let|who|here|mum|mom|dad|today|one|everyone|someone|somebody)')[a-z]{3,}'s$|allerg\w+|drug|vaccine|local|skin|heart|cardiac|kidney|renal|liver|hepatic|respiratory|ovarian|muscle|fluid|iron|alcohol|opioid|nicotine|urinary|urine|sports?|crush|hairline|compression|displaced|stress|insect|spider|tick|dog|cat|snake|mosquito|chemical|thermal|scald\w*|vitamin|lactose|gluten|fructose|b12|lumbar|plantar|sacral|cervical|thoracic|spinal|nasal|dental|facial|pelvic|gastric|soft tissue|diabetic|[a-z]{3,}(?:ous|oid|ary|ular|eal|otic|itic|emic|bral|acic|umatic))$/
const ofTalk = /^(?:serious|obvious|previous|dangerous|nervous|necessary|temporary|ordinary|regular|popular|various|curious|real)$/ // biome-ignore format: a list

/** Words of a name before its head: none of them ends a clause, begins one or asks for something. */
const edges = wordSet(
  'a an the your his her this that these those some any no not my our their its is are was were be been being am has have had having got get getting do does did will would can could may might must should shall to of in on at with for from by about like as than or and but so if because which who what where when how why there here it he she they we you i just probably possibly perhaps maybe likely definitely certainly actually really basically only also still even quite very pretty fairly rather bit touch sort kind type form case bout dose another nasty bad good little big typical classic textbook clear simple plain old straightforward proper real definite obvious mild-looking though say call called think reckon suspect believe looks look sounds sound seems seem feel feels means mean shows show showed suggests suggest um uh er erm , . ; : ? !',
)
/** Verbs and their particles: "you've picked up tonsillitis". A participle is a word of the name only if it tells the state of a part. */
const verbs = wordSet(
  'up down out off over through around back away caught come came gone go goes going done found find finds seen see sees made make makes given give gives left taken take takes ruled rule treat treats manage cause causes confirm fits fit points point leads lead means told tell tells know knew run runs running known developing contracted suffer suffers cured cure beat fight fighting clear clearing keep keeps kept prevent avoid miss missed catch spread spreads passed pass call let start starts stop stops ask asks want wants need needs use uses try tries read reads hear worry worries rest next first today now then again already always never ever often usually sometimes maybe yes no okay ok right well thanks please query towards toward either neither nor both versus vs plus against without',
)
const states = wordSet(
  'impacted displaced undisplaced inflamed infected ruptured strangulated pinched trapped blocked torn herniated slipped perforated burst collapsed fractured dislocated swollen enlarged ingrown bruised cracked chipped closed crushed complicated uncomplicated delayed retained recurrent resolving healing bleeding advanced localised inherited drug-induced exercise-induced stress-induced',
)
/** What has gone wrong with a part, so that the part with it names an illness: "an infected ingrown toenail". */
const harmed = wordSet('infected inflamed blocked torn ruptured trapped pinched perforated burst collapsed fractured dislocated ingrown prolapsed impacted herniated strangulated') // biome-ignore format: a list
const isModifier = (word: string): boolean =>
  (!edges.has(word) || grades.has(word)) &&
  !verbs.has(word) &&
  !/[^a-z'-]|ly$/.test(word) &&
  (states.has(word) || !/(?:ed|ing)$/.test(word))

/** Adjectives that belong to the name, though they look like talk. */
const grades = wordSet('mild moderate severe acute chronic early simple minor major partial complete small large') // biome-ignore format: a list
const particles = wordSet('of in to around behind under over between')
const determiners = wordSet(
  'the your his her that this a an left right both upper lower distal proximal medial lateral inner outer',
)
const after = wordSet('bone joint tendon ligament muscle tube duct tunnel disc vertebra root bed sac cord plate pad tract valve canal') // biome-ignore format: a list
const siteWords = wordSet(sites.flatMap(([, , , says]) => says.split(/[| ]/)).join(' '))
const isPart = (word: string): boolean => bodyWord.test(word) || siteWords.has(word) || after.has(word) || /^(?:[amp]cl|lcl|[ac]tfl|cfl|tfcc|metacarpal|metatarsal|phalanx|fibula|tibia|femur|humerus|radius|ulna|clavicle|collarbone|scapula|pelvis|sacrum|coccyx|scaphoid|talus|calcaneus|malleolus|lunate|toenail|fingernail|tailbone|patella|meniscus|cartilage|cornea|retina|eardrum|septum|sinuses|gland|thyroid|liver|pancreas|gallbladder|appendix|spleen|prostate|ovary|uterus|cervix|placenta|colon|rotator|cuff|achilles|first|second|third|fourth|fifth)$/.test(word) // biome-ignore format: short

const mostBefore = 3
/** "A low back strain": the part, and no particle. */
const isBack = (words: readonly string[], at: number, head: number): boolean =>
  words[at] === 'back' && at === head - 1 && /^(?:low|lower|upper|mid|middle|a|your|the|old)$/.test(words[at - 1] ?? '')

function startOf(words: readonly string[], head: number): number {
  let from = head
  while (head - from < mostBefore && from > 0) {
    if (!isModifier(words[from - 1] ?? '') && !isBack(words, from - 1, head)) break
    from -= 1
  }
  return from
}

/** "of the left wrist", "in that tooth": a place behind the head. */
function endOf(words: readonly string[], head: number): number {
  if (!particles.has(words[head + 1] ?? '')) return head
  let at = head + 2
  while (determiners.has(words[at] ?? '')) at += 1
  const first = at
  while (isPart(words[at] ?? '') && at - first < 3) at += 1
  return at === first ? head : at - 1
}

const tell = (words: readonly string[]): string => words.join(' ').replaceAll(/\b(?:your|his|her|that|this)\b/g, 'the').replaceAll(/\b(?:[amp]cl|lcl|[ac]tfl|cfl|tfcc)\b/g, (letters) => letters.toUpperCase()) // biome-ignore format: short

const ofAmount = /^(?:light|heavy|small|little|big|large|minor|major|further|fresh|normal|old|monthly|simple)$/

type Named = Pick<Sentence, 'words' | 'terms'>

/** A term of the tables that the name holds, with more words: "a spiral fracture" is more than a fracture. Its code says less, so it goes. */
function extend(
  display: string,
  { from, to }: { readonly from: number; readonly to: number },
  inside: readonly Term[],
): Term {
  const known = inside.find(({ kind }) => kind === 'condition')
  return { kind: 'condition', key: known?.key ?? keyOf(display), display, from, to }
}

/** The names in a sentence that say more than the terms of the tables, each with the words that it covers. */
export function findDiagnosisNames({ words, terms }: Named): readonly Term[] {
  const texts = words.map(({ text }) => text)
  const found: Term[] = []
  for (const [at, word] of texts.entries()) {
    const isWhole = whole.test(word)
    const from = startOf(texts, at)
    const isHarmed = isPart(word) && !particles.has(word) && !isPart(texts[at + 1] ?? '') && texts.slice(from, at).some((each) => harmed.has(each)) // biome-ignore format: short
    if (!isWhole && !isHarmed && !heads.test(word) && !doubtful.test(word)) continue
    // The place of a harmed part is read as the place of any diagnosis.
    const to = isHarmed ? at : endOf(texts, at)
    const beside = terms.filter((term) => term.from <= to && term.to >= from)
    const isClear = !doubtful.test(word) || beside.length > 0 || texts.slice(from, to + 1).some((each, place) => from + place !== at && (isPart(each) || (ofBody.test(each) && !ofTalk.test(each)))) // biome-ignore format: short
    const isMore = beside.every((term) => term.from >= from && term.to <= to && term.to - term.from < to - from)
    const isNamed = isWhole || from < at || to > at
    // "Tear duct", "stress test": the head of the phrase comes later.
    const isHead = !after.has(texts[at + 1] ?? '') && !/^(?:tests?|clinic|tablets?|cream|scan|markers?|treatment|surgery|control|risk|team|nurse)$/.test(texts[at + 1] ?? '') // biome-ignore format: short
    // "A light bleed", "another bleed": how much it is names no illness.
    if (word === 'bleed' && texts.slice(from, at).every((each) => ofAmount.test(each))) continue
    if (!isNamed || !isClear || !isMore || !isHead || (found.at(-1)?.to ?? -1) >= from) continue
    found.push(extend(tell(texts.slice(from, to + 1)), { from, to }, beside))
  }
  return found
}
