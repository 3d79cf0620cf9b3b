/** Lay words for symptoms of the teeth, jaw, hand, nails, skin and breast, and of the weeks after a birth. The clinical name, and phrases separated by a bar. */
import type { LayRow } from './lay-row.ts'

// biome-ignore format: one row a line
export const regionsWords: readonly LayRow[] = [
  // Teeth, jaw and mouth
  ['loose tooth', 'tooth loose|wobbly tooth|tooth wobbly|teeth loose|loose teeth|wobbly teeth|tooth moves|tooth wobbles|tooth coming loose'],
  ['broken tooth', 'chipped tooth|tooth chipped|broke tooth|tooth broken|broken tooth|tooth snapped|snapped tooth|tooth cracked|cracked tooth|bit of tooth broken off|chipped front tooth|tooth broke'],
  ['lost filling', 'filling fell out|filling came out|lost filling|filling gone from tooth|filling dropped out'],
  ['lost crown', 'crown came off|crown fell off|lost crown|crown come off'],
  ['knocked-out tooth', 'tooth knocked out|knocked tooth out|knocked out tooth|tooth knocked clean out'],
  ['sensitive teeth', 'teeth sensitive|tooth sensitive|sensitive tooth|sensitive teeth|teeth sensitive to cold|tooth twinges with cold|cold sets tooth off'],
  ['difficulty opening the mouth', 'can not open mouth|jaw stuck|hard to open mouth|can hardly open mouth|mouth will not open|can not open jaw|jaw will not open|trouble opening mouth|barely open mouth|jaw seized'],
  ['jaw locking', 'jaw locks|jaw locked|jaw gets stuck|jaw keeps locking|lockjaw feeling|jaw catches'],
  ['bad taste', 'bad taste in mouth|foul taste|horrible taste in mouth|taste in mouth foul|funny taste in mouth'],
  ['metallic taste', 'metallic taste|metal taste in mouth|mouth tastes of metal'],
  ['bad breath', 'breath smells|smelly breath|breath stinks|breath foul|breath bad'],
  ['burning mouth', 'burning tongue|tongue burns|tongue burning|mouth burning|mouth burns|mouth on fire'],
  ['white patches in the mouth', 'white patches in mouth|white patch on tongue|white coating on tongue|white spots in mouth|white tongue|tongue white'],
  ['sore from dentures', 'denture rubs|dentures rub|plate rubs|denture rubbing|dentures sore|false teeth rubbing'],
  ['gum swelling', 'lump on gum|gum boil|boil on gum|gum abscess|abscess on gum|lump in gum|gumboil'],
  // Gut
  ['faecal incontinence', 'can not hold poo|can not hold stools|can not hold bowels|soil myself|soiling myself|poo accident|poo accidents|do not make it to toilet in time'],
  ['stomach rumbling', 'gurgling tummy|tummy gurgling|stomach gurgling|tummy rumbling|stomach rumbling|noisy tummy'],
  // Glands
  ['darkening of the skin', 'darker skin|skin darker|skin gone darker|skin getting darker|tanned without sun'],
  ['bulging eyes', 'bulging eyes|eyes bulging|eyes stick out|eyes bulge|eyes look bigger|bulgy eyes|eyes popping out'],
  ['brittle nails', 'nails brittle|nails splitting|nails breaking'],
  // Hand
  ['triggering of the finger', 'trigger finger|finger catches|finger clicks and locks|finger stuck bent|finger gets stuck|thumb locks|thumb catches|finger pops'],
  ['inability to straighten the finger', 'finger will not straighten|can not straighten finger|finger stuck bent down|fingertip droops|tip of finger droops|finger drooping|can not straighten tip'],
  ['inability to bend the finger', 'can not bend finger|finger will not bend|can not make fist|fist will not close|can not close hand|can not close fist'],
  ['fingers turning blue or white', 'fingers go blue|fingers go white|fingers turn white|fingers turn blue|white fingers|blue fingers|fingers white in cold'],
  ['loss of a nail', 'nail came off|nail fell off|nail lifted off|nail ripped off|lost nail|nail torn off|fingernail ripped off|toenail fell off'],
  ['infected nail', 'nail infected|infected nail|pus under nail|pus by nail|pus beside nail|infected fingernail|infected toenail|nail bed infected'],
  ['splinter', 'splinter|splinter in finger|bit of wood in finger'],
  ['foreign body in the skin', 'bit of glass in hand|glass in foot|glass in finger|glass in hand|thorn in finger|fish hook in finger|hook in finger|thorn in foot'],
  // Head
  ['scalp tenderness', 'scalp tenderness|scalp tender|sore scalp|scalp sore|hurts to brush hair|sore to comb hair|tender scalp|scalp hurts'],
  ['temple tenderness', 'sore temple|temple sore|temple tender|tender temple'],
  // Skin
  ['crusty sores', 'crusty sores|sores crusting|golden crust|yellow crust|honey crust|crusted sores|scabby sores|weepy sores|sores weeping'],
  ['scaly skin', 'scaly patches|skin scaly|flaky patch|flaky patches|scales on elbows|scaly rash'],
  ['red streak on the skin', 'red streak|red line up arm|red streak up arm|red line tracking up|red streaks|red line running up|red line up leg'],
  ['insect bite', 'spider bite|bitten by spider|spider bit me|tick on me|tick bite|bitten by something|mozzie bites|ant bite|jumper ant bite'],
  ['insect sting', 'bee sting|wasp sting|stung by bee|stung by wasp|stung me|bee stung me|wasp stung me'],
  ['thickened skin', 'thickened skin|skin thick|thick skin on hands|skin leathery|leathery skin|skin thickened'],
  ['spreading redness', 'redness spreading|red spreading|redness getting bigger|redness moving up|redness creeping|redness tracking'],
  // Breast and the weeks after a birth
  ['cracked nipples', 'cracked nipples|cracked nipple|nipples cracked|nipple cracked|nipples bleeding|bleeding nipples|nipples split|grazed nipples'],
  ['nipple pain', 'sore nipples|nipples sore|nipples raw|nipple pain|nipples hurt|sore nipple|nipple sore'],
  ['breast engorgement', 'engorged breasts|breasts engorged|breasts rock hard|breast rock hard|breasts hard as rocks|boobs rock hard|breasts full and hard|engorged'],
  ['breast redness', 'red breast|breast red|red patch on breast|hot red breast|breast red and hot|boob red'],
  ['breast warmth', 'hot breast|breast hot|breast hot to touch|boob hot'],
  ['low milk supply', 'not enough milk|low milk supply|milk not coming in|no milk|supply dropped|milk supply dropped|milk dried up|supply low|hardly any milk|milk drying up'],
  ['latching problems', 'baby will not latch|trouble latching|not latching|can not get him to latch|can not get her to latch|problems latching|latch bad|poor latch|slips off breast|falls off breast'],
  ['perineal pain', 'stitches hurt|stitches sore|sore stitches|stitches down below sore|sore perineum|perineum sore|hurts to sit since birth|stitches pulling|stitches painful'],
  ['wound breakdown', 'stitches opened|stitches come apart|stitches came apart|wound opened up|wound open|wound come apart|wound gaping|stitches burst|stitches popped|wound opening|wound split'],
  ['wound discharge', 'wound weeping|wound oozing|wound leaking|pus from wound|stitches weeping|stitches oozing|discharge from wound|cut weeping|cut oozing'],
  ['smelly wound', 'wound smelly|wound smells|smelly wound|wound stinks|smell from wound'],
  ['wound redness', 'wound red|red around wound|redness around wound|wound angry|red around stitches|wound red and hot|cut gone red|redness round stitches'],
  ['wound warmth', 'wound hot|hot around wound|heat around wound'],
  ['separation of the abdominal muscles', 'tummy separation|abdominal separation|gap in tummy muscles|tummy muscles separated|stomach muscles split'],
  ['difficulty bonding', 'not bonding|trouble bonding|do not feel bonded|feel nothing for baby|no bond with baby|can not bond'],
  ['lochia heavier', 'lochia heavier|lochia getting heavier'],
]
