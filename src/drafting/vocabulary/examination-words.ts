/** Words of an examination: parts that are examined, qualities that a part may have, and names of signs. Patterns of words in lower case. */

const joined = (words: string): string => words.trim().split('|').join('|')

/** Parts of the body, and things that an examiner looks at. */
export const examined = joined(
  'abdomen|tummy|belly|stomach|chest|lungs?|lung fields?|air entry|breath sounds?|breathing|heart|heart sounds?|heart rhythm|rhythm|pulse|pulses|foot pulses|skin|rash|scalp|hair|nails?|face|head|eyes?|eyelids?|lids?|pupils?|conjunctivae?|whites? of (?:the|your) eyes?|cornea|retina|optic discs?|vision|visual fields?|eye movements|' +
    'ears?|ear ?drums?|ear canals?|canals?|hearing|nose|nostrils?|septum|sinuses|mouth|lips?|tongue|gums?|teeth|palate|uvula|throat|tonsils?|pharynx|voice|neck|thyroid|glands?|lymph nodes?|nodes|trachea|windpipe|jugular|veins?|' +
    'breasts?|nipples?|armpits?|spine|back|neck movements|muscles?|ligaments?|tendons?|cartilage|joints?|shoulders?|elbows?|wrists?|hands?|fingers?|thumbs?|grip|hips?|groin|thighs?|knees?|kneecap|calf|calves|shins?|ankles?|heels?|feet|foot|toes?|legs?|arms?|limbs?|' +
    'reflexes|power|strength|tone|sensation|feeling|coordination|balance|gait|walk|walking|cranial nerves|nerves|speech|memory|mood|affect|behaviour|eye contact|thought|thoughts|insight|concentration|' +
    'bladder|kidneys?|liver|spleen|bowel sounds?|back passage|prostate|testicles?|testes|scrotum|penis|foreskin|womb|uterus|cervix|vagina|vulva|ovar(?:y|ies)|pelvic floor|pelvis|wound|scar|ulcer|lump|mole|lesion|patch|blister|fontanelle|soft spot|cap(?:illary)? refill|circulation|perfusion|hydration|colour|scan|movement|movements|range of movement|neck veins|membranes?|mucous membranes?|heartbeat|baby|bump|fundus|' +
    'flow|respiratory effort|fields|discs?|drums?|lining|swelling|joint line|stitches|dressing|umbilicus|belly button|cord|hernia|bones?|ribs?|breastbone|collarbone|jaw|temples?|forehead|cheeks?|bottom|buttocks?|mastoid|tragus|trapezius|airway|drum|conjunctiva|soft spot|metatarsal|peak flow|soles?|palms?|knuckles?|nail beds?|elbow creases',
)

/** Qualities of a part, as an examiner says them. */
export const qualities = joined(
  'clear|normal|fine|good|healthy|okay|ok|unremarkable|intact|equal|reactive|reacting|symmetrical|regular|irregular|steady|strong|weak|weaker|reduced|increased|brisk|absent|present|quiet|loud|noisy|harsh|soft|hard|firm|rigid|distended|bloated|tender|sore|painful|tense|lax|loose|stable|unstable|stiff|freely|full|limited|restricted|' +
    'red|pink|pale|yellow|blue|dusky|white|grey|black|purple|inflamed|swollen|puffy|enlarged|bulky|big|large|huge|small|shrunken|bulging|dull|perforated|retracted|blocked|waxy|discharging|weeping|oozing|crusted|crusty|scaly|flaky|dry|moist|wet|sweaty|clammy|warm|hot|cool|cold|mottled|sunken|coated|cracked|raw|bleeding|bruised|grazed|broken|' +
    'infected|healing|healed|thickened|thick|thin|raised|flat|smooth|rough|lumpy|bumpy|irregular|asymmetrical|displaced|deviated|drooping|droopy|wasted|numb|sensitive|hyperactive|sluggish|delayed|prompt|quick|fast|slow|rapid|bounding|thready|laboured|wheezy|rattly|crackly|shallow|bloodshot|watery|sticky|gritty|cloudy|hazy|dilated|constricted|pinpoint|flushed|jaundiced|anaemic|dehydrated|' +
    'settled|low|flat|crowded|injected|growing|spreading|blanching|anxious|tearful|reactive|appropriate|steady|unsteady|shaky|trembling|curved|straight|bent|closed|open|atrophic|prolapsed|descended|undescended|palpable|mobile|fixed|rubbery|fluctuant|patchy|dark|uneven|itchy|angry|spotty|well|nice|tight|up|down|poor|excellent|limp|floppy|active|alert|drowsy|comfortable|distressed|unwell|satisfactory',
)

/** Names of signs: nouns for what an examiner finds, or does not find. */
export const signs = joined(
  'tenderness|swelling|redness|rash(?:es)?|lumps?|mass(?:es)?|nodes?|glands?|bruising|bruises?|bruits?|murmurs?|crackles?|crackling|crepitations?|creps|wheez(?:e|es|ing)|rubs?|stridor|creaking|clicking|crepitus|fluid|effusion|oedema|edema|pitting|pus|discharge|exudate|ulcers?|blisters?|spots?|sores?|cuts?|wax|blood|bleeding|' +
    'guarding|rigidity|rebound|distension|organomegaly|hernia|bulge|prolapse|atrophy|goitre|nodules?|cysts?|polyps?|warts?|moles?|scars?|scaling|scales?|crusting|peeling|cracking|dryness|pallor|jaundice|cyanosis|clubbing|tremor|shake|weakness|wasting|numbness|loss of (?:power|feeling|sensation|movement)|droop|stiffness|deformity|instability|laxity|looseness|locking|spasm|' +
    'painful arc|recession|sucking in|tophi|burrows|atrophy|cellulitis|goitre|stool|gland|warmth|heat|heartbeat|palpitations?|extra beats?|ectopics?|distress|recession|flaring|retractions?|wasting|varicose veins|veins|clots?|haemorrhoids?|piles|fissures?|tears?|perforation|haemorrhage|cataracts?|inflammation|infection|dehydration|meningism|bowel sounds|abnormalit(?:y|ies)|problems?|injur(?:y|ies)|fractures?|steps?|signs?|nits|lice|mites|burrows?|plaques?|papules?|pustules?|patch(?:es)?|flakes?|lesions?|growths?|bites?|stings?|puncture|foreign body|air entry|reflexes|nystagmus|signs of \\w+|evidence of \\w+',
)

/** Qualities of the whole person: "you are tender over the kidney". */
export const states = joined(
  'tender|wheezy|pale|jaundiced|yellow|flushed|dehydrated|dry|warm|hot|clammy|sweaty|swollen|sore|bruised|alert|comfortable|distressed|unsteady|wobbly|weak|weaker|stiff|breathless|puffed|febrile|afebrile|talking in full sentences|speaking in full sentences|moving (?:all|both) (?:four )?limbs|well hydrated|well perfused|crackly|congested|bloated|distended|shaky|tearful',
)
