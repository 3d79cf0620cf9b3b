/** Words of an examination: parts that are examined, qualities that a part may have, and names of signs. Patterns of words in lower case. */

const joined = (words: string): string => words.trim().split('|').join('|')

/** Parts of the body, and things that an examiner looks at. */
export const examined = joined(
  'abdomen|tummy|belly|stomach|chest|lungs?|lung fields?|air entry|breath sounds?|breathing|heart|heart sounds?|heart rhythm|rhythm|pulse|pulses|foot pulses|skin|rash|scalp|hair|nails?|face|head|eyes?|eyelids?|lids?|pupils?|conjunctivae?|whites? of (?:the|your) eyes?|cornea|retina|optic discs?|vision|visual fields?|eye movements|' +
    'ears?|ear ?drums?|ear canals?|canals?|hearing|nose|nostrils?|septum|sinuses|mouth|lips?|tongue|gums?|teeth|palate|uvula|throat|tonsils?|pharynx|voice|neck|thyroid|glands?|lymph nodes?|nodes|trachea|windpipe|jugular|veins?|' +
    'breasts?|nipples?|armpits?|spine|back|neck movements|muscles?|ligaments?|tendons?|cartilage|joints?|shoulders?|elbows?|wrists?|hands?|fingers?|thumbs?|grip|hips?|groin|thighs?|knees?|kneecap|calf|calves|shins?|ankles?|heels?|feet|foot|toes?|legs?|arms?|limbs?|' +
    'reflexes|power|strength|tone|sensation|feeling|coordination|balance|gait|walk|walking|cranial nerves|nerves|speech|memory|mood|affect|behaviour|eye contact|thought|thoughts|insight|concentration|thinking|self care|grooming|' +
    'bladder|kidneys?|liver|spleen|bowel sounds?|back passage|prostate|testicles?|testes|scrotum|penis|foreskin|womb|uterus|cervix|vagina|vulva|ovar(?:y|ies)|pelvic floor|pelvis|wound|scar|ulcer|lump|mole|lesion|patch|blister|fontanelle|soft spot|cap(?:illary)? refill|circulation|perfusion|hydration|colour|scan|movement|movements|range of movement|neck veins|membranes?|mucous membranes?|heartbeat|baby|bump|fundus|' +
    'flow|respiratory effort|fields|discs?|drums?|lining|swelling|joint line|stitches|dressing|umbilicus|belly button|cord|hernia|bones?|ribs?|breastbone|collarbone|jaw|temples?|forehead|cheeks?|bottom|buttocks?|mastoid|tragus|trapezius|airway|drum|conjunctiva|soft spot|metatarsal|peak flow|soles?|palms?|knuckles?|nail beds?|elbow creases' +
    '|subacromial|acromion|ac joint|malleolus|malleoli|navicular|fibula|tibia|iliac fossa|paraspinal|paraspinals|bony prominence|atfl|cfl|joint lines?' +
    '|jvp|carotids?|apex(?: beat)?|bases|lung bases|right base|left base|liver edge|edge of the liver|loins?|flanks?|epigastrium|iliac fossa|abdominal wall|epididymis|nappy area' +
    '|soft palate|adenoids?|fundi|macula|red reflex(?:es)?|light reflex|labia|urethra|perineum|anus|stump|graft|achilles|patella|meniscus|plantar fascia|biceps|triceps|rotator cuff' +
    '|sacroiliac joints?|quads|quadriceps|hamstrings?|traps|deltoids?|jerks?|knee jerks?|ankle jerks?|plantars|light touch|pinprick|vibration sense|position sense|monofilament|smile' +
    '|facial movements?|swallow|gag reflex|sounds|toenails?|fingernails?|fingertips?|kneecaps?|bridge of the nose|turbinates|arteries|artery|vessels|callus|corn|bunion|cut|graze|burn' +
    '|bruise|bite|stump|flap|pupil|eyeball|orbit|waist|loin|bases|posture|appearance|rapport|orientation|contractions|fetal heart|fundal height|waters|milk supply|latch|suck' +
    '|startle reflex|grasp reflex|turgor|mucosa|shrug|tandem walking|heel to toe(?: walking)?|finger to nose|heel to shin|rapid movements|proprioception|anal tone|hernial orifices' +
    '|vault|adnexa|musculature|extremit(?:y|ies)|tuberosity|quadrants?|range of motion|motion|tympanic membranes?|oropharynx|incision|hand grip|humerus|femur|tibia|fibula|clavicle|joint spaces?|patellar?|achilles' +
    '|abdominal muscles|tummy muscles|finger joints|nerve|lump|spot|edges|base of the (?:ulcer|wound|thumb)|neck of the womb|back of the (?:eyes?|throat)',
)

/** Qualities of a part, as an examiner says them. */
export const qualities = joined(
  'clear|normal|fine|good|healthy|okay|ok|unremarkable|intact|equal|reactive|reacting|symmetrical|regular|irregular|steady|strong|weak|weaker|reduced|increased|brisk|absent|present|quiet|loud|noisy|harsh|soft|hard|firm|rigid|distended|bloated|tender|sore|painful|tense|lax|loose|stable|unstable|stiff|freely|full|limited|restricted|' +
    'red|pink|pale|yellow|blue|dusky|white|grey|black|purple|inflamed|swollen|puffy|enlarged|bulky|big|large|huge|small|shrunken|bulging|dull|perforated|retracted|blocked|waxy|discharging|weeping|oozing|crusted|crusty|scaly|flaky|dry|moist|wet|sweaty|clammy|warm|hot|cool|cold|mottled|sunken|coated|cracked|raw|bleeding|bruised|grazed|broken|' +
    'infected|healing|healed|thickened|thick|thin|raised|flat|smooth|rough|lumpy|bumpy|irregular|asymmetrical|displaced|deviated|drooping|droopy|wasted|numb|sensitive|hyperactive|sluggish|delayed|prompt|quick|fast|slow|rapid|bounding|thready|laboured|wheezy|rattly|crackly|shallow|bloodshot|watery|sticky|gritty|cloudy|hazy|dilated|constricted|pinpoint|flushed|jaundiced|anaemic|dehydrated|' +
    'settled|low|flat|crowded|injected|growing|spreading|blanching|anxious|tearful|reactive|appropriate|steady|unsteady|shaky|trembling|curved|straight|bent|closed|open|atrophic|prolapsed|descended|undescended|palpable|mobile|fixed|rubbery|fluctuant|patchy|dark|uneven|itchy|angry|spotty|well|nice|tight|up|down|poor|excellent|limp|floppy|active|alert|drowsy|comfortable|distressed|unwell|satisfactory' +
    '|central|even|symmetric|wobbly|boggy|knobbly|nodular|ragged|pearly|clean|sharp|easy|in spasm|packed|pulled in|inverted|reducible|palpable|impalpable|pitting|spongy|neat|tidy|unkempt' +
    '|dishevelled|orientated|oriented|coherent|congruent|subdued|slowed|agitated|restless|guarded|engaged|bright|brighter|playful|content|responsive|resonant|stony dull|bronchial|audible' +
    '|non tender|non-tender|patent|narrow|narrowed|lopsided|bowed|arthritic|loaded|impacted|macerated|sloughy|necrotic|granulating|gaping|indurated|ulcerated|pigmented|annular|silvery' +
    '|leathery|tethered|puckered|dimpled|engorged|tortuous|clubbed|spooned|ridged|pitted|discoloured|overgrown|ingrown|ingrowing|in sinus rhythm|non reactive|spastic|jerky|puffed up' +
    '|red raw|stuck down|tacky|crackling|fluttery|heavy|strained|hoarse|croaky|muffled|nasal|slurred|monotonous|pressured|negative|positive|raised|elevated|engaged|hollow|cracked|chapped' +
    '|scabbed|macerated|callused|hot to touch|warm to touch|cool to touch|spot on|doughy|bouncy|chubby|thriving|obese|underweight|blunted|silent|spasming|gone down|going down' +
    '|coming together|come together|knitting|fading|fluid filled|gurgly|gurgling|symmetrical|level|tilted|rotated|hunched|stooped|shuffling|broad based|antalgic|waddling|chesty' +
    '|solid|creaky|bow-legged|bow legged|knock-kneed|swollen up|mucky|gunky|cheesy|slushy|in the middle|dried out|bony|bendy|sloppy|see-through|creamy|greenish|yellowish|brownish|reddish|bluish|shiny' +
    '|within normal limits|nontender|nondistended|non distended|non-distended|unlaboured|unlabored|supple|well perfused|well healed|erythematous|oedematous|edematous|neurovascularly intact|grossly intact|well maintained|preserved|elicited',
)

/** Names of signs: nouns for what an examiner finds, or does not find. */
export const signs = joined(
  'tenderness|swelling|redness|rash(?:es)?|lumps?|mass(?:es)?|nodes?|glands?|bruising|bruises?|bruits?|murmurs?|crackles?|crackling|crepitations?|creps|wheez(?:e|es|ing)|rubs?|stridor|creaking|clicking|crepitus|fluid|effusion|oedema|edema|pitting|pus|discharge|exudate|ulcers?|blisters?|spots?|sores?|cuts?|wax|blood|bleeding|' +
    'guarding|rigidity|rebound|distension|organomegaly|hernia|bulge|prolapse|atrophy|goitre|nodules?|cysts?|polyps?|warts?|moles?|scars?|scaling|scales?|crusting|peeling|cracking|dryness|pallor|jaundice|cyanosis|clubbing|tremor|shake|weakness|wasting|numbness|loss of (?:power|feeling|sensation|movement)|droop|stiffness|deformity|instability|laxity|looseness|locking|spasm|' +
    'painful arc|recession|sucking in|tophi|burrows|atrophy|cellulitis|goitre|stool|gland|warmth|heat|heartbeat|palpitations?|extra beats?|ectopics?|distress|recession|flaring|retractions?|wasting|varicose veins|veins|clots?|haemorrhoids?|piles|fissures?|tears?|perforation|haemorrhage|cataracts?|inflammation|infection|dehydration|meningism|bowel sounds|abnormalit(?:y|ies)|problems?|injur(?:y|ies)|fractures?|steps?|signs?|nits|lice|mites|burrows?|plaques?|papules?|pustules?|patch(?:es)?|flakes?|lesions?|growths?|bites?|stings?|puncture|foreign body|air entry|reflexes|nystagmus|signs of \\w+|evidence of \\w+' +
    '|sag|percussion tenderness|puffiness|cracks?|fissures?|dents?|dimples?|dimpling|dullness|whoosh(?:ing)?(?: sound)?|thrill|heave|gallop|papilloedema|scabs?|scratch(?:es)?|abrasions?|slough|callus(?:es)?|corns?|bunions?' +
    '|hammer toes?|flickering|squint|ptosis|fasciculations?|twitching|cogwheeling|spasticity|clonus|drift|pronator drift|limp|grinding|clunk|scoliosis|kyphosis|boils?|abscess(?:es)?' +
    '|tracking|erythema|excoriations?|scratch marks|petechiae|purpura|spider naevi|stretch marks|skin tags?|keratos[ei]s|blackheads|hives|weals|welts|varicocele|hydrocele|pile|nitrites' +
    '|leu[ck]ocytes|thrush|coating|debris|grommets?|thickening|lumpiness|red reflex|consolidation|lymphadenopathy|photophobia|neglect|dyspraxia|added sounds|third heart sound|splinters' +
    '|splinter haemorrhages|tenting|mottling|grunting|nasal flaring|head bobbing|tracheal tug|in-?drawing|bow legs|flat feet|hallux valgus|gangrene|maceration|ingrowing|contractures?' +
    '|trigger(?:ing)?|ganglion|synovitis|nodes|subluxation|gapping|paradoxical movement|chest wall tenderness|carotid bruits?|bowel sounds|masses|fluid thrill|shifting dullness' +
    '|faecal loading|mucus|skin breakdown|pressure sores?|bedsores?|odour|smell|maggots|floaters|psoriasis|bony tenderness|lymph glands|swollen glands|delusions|hallucinations|psychosis|psychotic (?:symptoms|features)|perceptual (?:disturbances?|abnormalities)' +
    '|thought disorder|suicidal (?:thoughts|ideas|ideation)|range of movement|loss of range|spur|effusions?|haematoma|clicks|ascites|caput|cradle cap|cataract|arcus|hyphaema|pterygium' +
    '|drusen|vein pulsation|haemangioma|birthmark|strawberry mark|dermatitis|lichenification|white patches|red streaks?|yellow crusts?|wind(?:ing)? scapula|winging' +
    '|puncture wounds?|age spots?|freckling|sun damage|shortening|satellites?|bogginess|rales|rhonchi|gallops?|ecchymos[ei]s|rebounding|opacit(?:y|ies)|adenopathy|organomegaly|hepatomegaly|splenomegaly|contusions?|lacerations?|(?:pain|discomfort)(?=(?: [a-z]+){0,3} (?:on|with|to|upon|during) (?:[a-z]+ )*(?:palpation|percussion|pressure|flexion|extension|rotation|abduction|adduction|inversion|eversion|dorsiflexion|plantar flexion|movement|motion|weight bearing)\\b)',
)

/** Qualities of the whole person: "you are tender over the kidney". */
export const states = joined(
  'tender|wheezy|pale|jaundiced|yellow|flushed|dehydrated|dry|warm|hot|clammy|sweaty|swollen|sore|bruised|alert|comfortable|distressed|unsteady|wobbly|weak|weaker|stiff|breathless|puffed|febrile|afebrile|talking in full sentences|speaking in full sentences|moving (?:all|both) (?:four )?limbs|well hydrated|well perfused|crackly|congested|bloated|distended|shaky|tearful' +
    '|neatly dressed|well dressed|well kempt|unkempt|dishevelled|orientated|oriented|flat|well perfused|pink|agitated|restless|drowsy|confused|slow to answer|quite flat|thin|frail' +
    '|underweight|mottled|floppy|alert|irritable|in discomfort|guarding|limping|sweating|trembling|out of breath|hot to touch|blue|grey|puffy|well grown|growing well|bright' +
    '|unwell|subdued|low in mood|withdrawn|engaged|settled|playful|feeding well|responsive|responding well|pale and sweaty|comfortable at rest|neurologically intact' +
    '|awake|in no (?:acute |apparent )?distress|well appearing|well nourished|cooperative',
)
