/** Nouns of self-care, by the part of life that they belong to. A clinician may advise one of them without a verb: "plenty of fluids". */
import { madeOnce } from '../../core/cache/made-once.ts'

// biome-ignore format: one row a line
const rows: readonly (readonly [area: string, nouns: string])[] = [
  ['fluids',     'water fluids fluid sips drinks juice broth soup lemonade electrolytes rehydration squash cordial'],
  ['diet',       'fibre fruit vegetables veggies veg meals portions food breakfast lunch dinner snacks honey lemon ginger yoghurt oats porridge bran prunes pears salt sugar dairy milk caffeine coffee tea chocolate takeaways takeaway alcohol beer wine spirits grog meat fish lentils greens eggs wholegrains'],
  ['rest',       'rest sleep nap naps nights breaks bed'],
  ['exercise',   'exercise exercises walk walks walking stretches stretching swimming swim cycling yoga pilates squats sport training gym running jogging lifting bending twisting kneeling climbing jumping driving swimming smoking cigarettes vaping'],
  ['heat, cold', 'ice heat bath baths shower showers compress compresses flannel flannels pack packs wheat bag bottle steam soak soaks peas'],
  ['support',    'pillow pillows cushion cushions brace splint sling stockings shoes shoe insoles insole stick frame bandage strapping tape crutches elevation slippers heels'],
  ['skin, wound','moisturiser moisturisers emollient emollients sunscreen hat sleeves shade soap soaps shampoo deodorant bubble perfume cotton underwear pads dressing dressings gloves makeup lotion scratching shaving razor plaster plasters vaseline'],
  ['hygiene',    'handwashing tissues towels masks toothbrush mouthwash gargles gargle floss rinses rinse'],
  ['home life',  'work school screens screen phone telly sex condoms condom tampons flying travel contact lifts'],
]

const made = madeOnce(() => new Set(rows.flatMap(([, nouns]) => nouns.split(' '))))

/** True for a noun of self-care. */
export const isCareNoun = (word: string): boolean => made().has(word)
