/** Words by which a phrase speaks of the body or of an illness, whether or not a table has its name. */

const parts =
  'head|scalp|face|cheeks?|forehead|temples?|eyes?|eyelids?|lids?|vision|sight|eyesight|ears?|hearing|nose|nostrils?|sinus\\w*|mouth|lips?|tongue|gums?|tooth|teeth|jaw|throat|voice|neck|glands?|shoulders?|arms?|armpits?|elbows?|forearms?|wrists?|hands?|palms?|fingers?|thumbs?|nails?|knuckles?|chest|breasts?|nipples?|ribs?|lungs?|breath\\w*|heart|heartbeat|back|spine|flanks?|loins?|side|tummy|stomach|belly|abdomen|bowels?|gut|guts|bottom|rectum|poo|poos|stools?|motions?|wee|urine|water ?works|bladder|kidneys?|groin|testicles?|penis|scrotum|womb|vagina\\w*|pelvis|pelvic|hips?|buttocks?|thighs?|legs?|knees?|kneecap|calf|calves|shins?|ankles?|feet|foot|heels?|toes?|soles?|joints?|muscles?|bones?|tendons?|skin|hair|moles?|nerves?|veins?|balance|memory|mood|sleep|appetite|taste|smell|grip|saliva|phlegm|spit|snot|mucus|blood|sweat\\w*|tears|pulse'
const troubles =
  'pains?|aches?|aching|soreness|sore|sores|tender\\w*|cramps?|cramping|spasms?|twing\\w*|twitch\\w*|throb\\w*|burning|stinging|itch\\w*|rash\\w*|spots?|blisters?|hives|welts?|redness|warmth|swelling\\w*|swollen|lumps?|bumps?|bulg\\w*|bruis\\w*|bleed\\w*|clots?|discharge|leak\\w*|oozing|pus|crust\\w*|scal(?:es|ing|y)|flak\\w*|crack\\w*|peeling|ulcers?|wounds?|cuts?|grazes?|numb\\w*|tingl\\w*|pins and needles|weak\\w*|stiff\\w*|lock(?:ing|s)|click\\w*|grind\\w*|giving way|dizz\\w*|spinning|vertigo|faint\\w*|blackouts?|collaps\\w*|falls?|fits?|seizures?|convulsions?|tremors?|shak\\w*|trembl\\w*|jerk\\w*|palpitation\\w*|flutter\\w*|racing|pounding|tight\\w*|pressure|heaviness|wheez\\w*|cough\\w*|snor\\w*|snuffl\\w*|sneez\\w*|congestion|hoarse\\w*|chok\\w*|gagging|hiccups?|burp\\w*|belch\\w*|bloat\\w*|wind|heartburn|reflux|indigestion|nausea|sickness|vomit\\w*|retch\\w*|constipat\\w*|diarrh\\w*|runs|urgency|frequency|incontinen\\w*|accidents|dribbl\\w*|drool\\w*|fevers?|temperatures?|chills?|shivers?|shivering|flush\\w*|sweats|tired\\w*|fatigue|exhaust\\w*|lethargy|drows\\w*|insomnia|nightmares?|anxiety|panic\\w*|low mood|tearful\\w*|crying|irritab\\w*|confusion|forgetful\\w*|headaches?|migraines?|blurr\\w*|double vision|floaters?|flashes|haloes|halos|photophobia|glare|deafness|ringing|tinnitus|injur\\w*|trauma|knocks?|bites?|infections?|thirst|hunger|jaundice|yellow\\w*|pale\\w*|dry\\w*|loss|lumpiness|restless\\w*|snapping|popping|watering|grit\\w*|squint\\w*|slur\\w*|droop\\w*|clums\\w*|unstead\\w*'
const quality = '(?:trouble|difficulty|problems?|inability|loss|lack|change|changes|blood|shortness|feeling|sensation)'

/** A trouble by itself: "a throbbing", "swollen glands". */
export const troubleWord = new RegExp(`\\b(?:${troubles})\\b`)
/** A part or product of the body. */
export const bodyWord = new RegExp(`\\b(?:${parts})\\b`)
/** "Trouble swallowing", "loss of grip": a noun of failing with an activity. */
const failing = new RegExp(`\\b${quality} (?:with |of |in |to |when |on )?[a-z]+`)

/** True if the words name a trouble of the body. */
export const namesTrouble = (words: string): boolean => troubleWord.test(words) || failing.test(words)
