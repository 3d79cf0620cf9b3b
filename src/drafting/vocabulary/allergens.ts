/** An allergy to one of these is one to all. */
export const penicillins =
  /\b(?:penicillins?|phenoxymethylpenicillin|amoxicillin|amoxil|amoxycillin|augmentin|flucloxacillin|dicloxacillin|flopen|staphylex|co-amoxiclav|ampicillin|cilamox|curam)\b/i

/** Causes of allergies beside medicines: names only, for the drafter and the verifier alike. */

export const allergens: ReadonlySet<string> = new Set(
  (
    'nut nuts peanut peanuts egg eggs milk dairy lactose shellfish seafood prawn prawns fish gluten wheat soy soya sesame latex pollen pollens dust mite mites cat cats dog dogs bee bees wasp wasps ants ' +
    'plaster plasters sticking sulfur sulphonamides cortisone strawberry strawberries kiwi grass grasses ryegrass mould sulfa sulpha sulfonamide sulphonamide sulphur sulphites iodine nickel perfume perfumes elastoplast bandaid bandaids band-aid band-aids feathers horse horses tomatoes citrus cashew cashews almond almonds ' +
    'hazelnuts walnut walnuts pistachios macadamias crab oysters mustard celery lupin banana bananas avocado mango chlorhexidine betadine contrast dye adhesive tape hair rubber wool preservatives chocolate'
  ).split(' '),
)
