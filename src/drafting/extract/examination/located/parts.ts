/** Parts of the body on which a finding may lie, and the words by which an examiner names one. */

/** A part that is looked at or pressed: swelling or a cut may be on it. */
const seen =
  'head|scalp|face|forehead|temples?|eyebrows?|cheeks?|jaw|chin|lips?|mouth|tongue|gums?|palate|uvula|throat|tonsils?|nose|nostrils?|eyes?|eyelids?|lids?|cornea|ears?|ear ?drums?|drums?|ear canals?|canals?|mastoid|neck|thyroid|throat|shoulder blades?|shoulders?|collarbones?|armpits?|upper arms?|forearms?|arms?|elbows?|wrists?|hands?|palms?|knuckles?|fingers?|fingertips?|thumbs?|thumbnails?|nails?|breasts?|nipples?|ribs?|breastbone|spine|upper back|lower back|low back|back of the knees?|back|loins?|flanks?|tummy|belly|abdomen|belly button|groins?|hips?|buttocks?|bottom|thighs?|knees?|kneecaps?|shins?|calf|calves|legs?|ankles?|malleolus|trapezius|heels?|feet|foot|soles?|toes?|toenails?|stump|rectum|back passage|anus|prostate|scrotum|testicles?|testes|penis|foreskin|vulva|vagina|labia|cervix|womb|uterus|ovar(?:y|ies)|soft spot|fontanelle|achilles|tendon'
/** A part that is listened to or tested: a swelling is on it only if it is named for that alone. */
const tested = 'chest|lungs?|heart|liver|spleen|kidneys?|bladder|bases?'
/** A thing on the skin, which has an edge, a colour and a place of its own. */
const lesion =
  'mole|lump|lesion|spot|patch|wound|ulcer|graze|cut|bite|burn|bruise|rash|blister|sore|scar|growth|wart|cyst|nodule'

const side = 'left|right|both|other|good|bad|sore'
const aspect =
  'upper|lower|inner|outer|big|great|little|middle|ring|index|first|second|third|fourth|fifth|back|front|posterior|anterior|lateral|medial'
const own = '(?:the|your|his|her|that|this|these|those|my)'
const region =
  '(?:back|front|sides?|inside|outside|tip|rim|edge|base|top|bottom|roof|crease|point|bridge|end|head|middle|rest)'
const detail = '(?: (?:joints?|bones?|canals?|creases?|blades?|nails?|area|skin))?'
const where = '(?:just )?(?:behind|under|underneath|inside|between|over|above|below|around|round|along|in front of)'

const phraseOf = (names: string): string => `(?:${where} )?(?:${own} )?(?:(?:${side}) )?(?:${region} of ${own} )?(?:(?:${side}|${aspect}) )*(?:${names})${detail}` // biome-ignore format: one pattern
const ending = '(?:,? (?:on (?:the|your) )?(?:left|right|both sides))?'

/** The name of a part with its side: "the back of the left hand", "behind the ear", "big toe joint, left". */
const named = new RegExp(`\\b(${phraseOf(`${seen}|${tested}`)})\\b`, 'g')
const subject = new RegExp(`^(${phraseOf(`${seen}|${tested}|${lesion}`)})(?: (?:on|in|at|over) (?:the|your) (?:left|right))? (?:(?:is|are|looks?|feels?|seems?|has|have)\\b|(?:full|soft|red|swollen|normal|fine|bulky|healthy|smooth|tender|dry|warm|hot)\\b)`) // biome-ignore format: one pattern
const thing =
  '(?:(?:the |this |that )?(?:other )?(?:one|spot|mole|lesion|patch|lump) (?=on |over |behind |under |at )(?:on |over |at )?)?'
const alone = new RegExp(`^(?:(?:so|and|now|then|ok|okay|right(?=,)|next|also|er|um|uh|well|on|in|at|the|let us see|let me see|here is|this is|that is|just) )*${thing}((?:on |in |at )?${phraseOf(`${seen}|${tested}|${lesion}`)}${ending})(?: (?:first|next|now|then|again|here|there))*$`) // biome-ignore format: one pattern

const anyNamed = new RegExp(named.source)
const endsTested = new RegExp(`\\b(?:${tested})$`)
export const hasPlace = (text: string): boolean => anyNamed.test(text)
export const isTested = (place: string): boolean => endsTested.test(place)

/** The place as it stands at the front of a line: without "the" and "your". */
const plainPlace = (place: string): string =>
  place
    .replace(/^(?:on|in|at) (?=(?:the|your|his|her|both|left|right) )/, '')
    .replace(/\b(?:your|his|her|this|that|my|these|those)\b/g, 'the')
    .replace(/^the /, '')
    .replace(/^(.*?),? (?:on the )?(left|right)$/, '$2 $1')

/** The place that a fragment is nothing but: "big toe joint, left", "now the ankle", "behind the ear". */
export const placeAlone = (fragment: string): string | undefined => {
  const place = alone.exec(fragment)?.[1]
  return place === undefined ? undefined : plainPlace(place)
}

/** The part that a clause tells of: "the cervix looks normal". */
export const subjectOf = (fragment: string): string | undefined => {
  const place = subject.exec(fragment.replace(/^(?:(?:so|and|now|then|well|but|ok|okay) )+/, ''))?.[1]
  return place === undefined ? undefined : plainPlace(place)
}

/** The last part that a fragment names. */
export const lastPlace = (fragment: string): string | undefined => {
  const place = [...fragment.matchAll(named)].at(-1)?.[1]
  return place === undefined ? undefined : plainPlace(place)
}
