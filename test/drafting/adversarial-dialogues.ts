/** Short dialogues that tempt a drafter to say what nobody said: what a note must never say of each, and what it must. */

export type AdversarialRow = {
  readonly lines: readonly string[]
  readonly never: readonly RegExp[]
  readonly says?: readonly RegExp[]
}

const allergic = (name: string): RegExp => new RegExp(`^(?!.*(?:\\bno\\b|\\bnot\\b|reports:)).*(?:allerg|intoleran).*${name}|^${name}.*allerg`, 'i') // biome-ignore format: short
const noAllergies = /^no (?:known )?(?:medicine )?allergies/i
const plain = (words: string): RegExp => new RegExp(`^(?!.*(?:\\bno\\b|\\bnot\\b|possib|likely|probab|exclude|reports:|advised:|plan:|mother|father|sister|brother|in the past|previously|resolved)).*(?:${words})`, 'i') // biome-ignore format: short
const stated = (words: string): RegExp => new RegExp(`^(?!.*(?:\\bno\\b|\\bnot\\b|reports:|advised:|plan:|mother|father|sister|brother)).*(?:${words})`, 'i') // biome-ignore format: short
const denied = (words: string): RegExp => new RegExp(`\\b(?:no|not)\\b.*(?:${words})`, 'i')

// biome-ignore format: one row a line
export const adversarial: readonly AdversarialRow[] = [
  // What somebody takes.
  { lines: ['C: Any medications?', 'P: Penicillin.'], never: [allergic('penicillin')], says: [/takes? penicillin|taking penicillin/i] },
  { lines: ['C: Do you take anything regularly?', 'P: Aspirin, and codeine for my back.', 'C: Any allergies at all?', 'P: No.'], never: [allergic('aspirin'), allergic('codeine')], says: [noAllergies] },
  { lines: ['C: Any allergies? And are you on any tablets?', 'P: Metformin.'], never: [allergic('metformin'), noAllergies] },
  { lines: ['C: Any allergies?', 'P: No.', 'C: What are you taking for the pain?', 'P: Ibuprofen.'], never: [allergic('ibuprofen')], says: [noAllergies] },
  { lines: ['C: Do you have any allergies or take any medicines?', 'P: Amoxicillin.'], never: [allergic('amoxicillin')] },
  { lines: ['C: Allergies?', 'P: None. Penicillin is what I had last time for my chest.'], never: [allergic('penicillin')] },
  { lines: ['C: Are you allergic to anything?', 'P: Hmm, I had some trimethoprim last month and it was fine.'], never: [allergic('trimethoprim')] },
  { lines: ['C: Any allergies?', 'P: I take loratadine for hay fever.'], never: [allergic('loratadine')] },
  { lines: ['C: Tell me what antibiotics you have had before.', 'P: Cefalexin and doxycycline.', 'C: Any allergic reactions in the family?', 'P: No.'], never: [allergic('cefalexin'), allergic('doxycycline'), noAllergies] },
  { lines: ['C: Which cream did you use for the allergic rash?', 'P: Hydrocortisone.'], never: [allergic('hydrocortisone')] },
  // Plain statements and answers.
  { lines: ['C: Any allergies?', 'P: Penicillin and latex.'], never: [noAllergies], says: [allergic('penicillin'), allergic('latex')] },
  { lines: ['C: Are you allergic to penicillin?', 'P: Yes.'], never: [noAllergies, denied('penicillin')], says: [allergic('penicillin')] },
  { lines: ['C: Are you allergic to penicillin or sulfa drugs?', 'P: Yes.'], never: [allergic('penicillin'), allergic('sulfa')] },
  { lines: ["P: By the way I'm allergic to shellfish.", 'C: Thanks for telling me.'], never: [], says: [allergic('shellfish')] },
  { lines: ['C: Any drug allergies?', 'P: Yes, codeine.', 'C: And what happens?', 'P: I come out in hives.'], never: [noAllergies, /^hives/i], says: [allergic('codeine')] },
  { lines: ['C: Any allergies?', 'P: Just bees.'], never: [noAllergies], says: [allergic('bee')] },
  { lines: ['C: Are you allergic to anything?', "P: No, not that I know of."], never: [/^allergic/i] },
  // Repeated questions.
  { lines: ['C: Do you get headaches?', 'P: Headaches? No.'], never: [plain('headache')] },
  { lines: ['C: Any chest pain?', 'P: Chest pain? Um, no.'], never: [plain('chest pain')] },
  { lines: ['C: Are you allergic to penicillin?', 'P: Penicillin? No.'], never: [allergic('penicillin')] },
  { lines: ['C: Do you have diabetes?', 'P: Diabetes? No, no.'], never: [plain('diabetes')] },
  { lines: ['C: Do you take warfarin?', 'P: Warfarin? No.'], never: [/^tak(?:es|ing) warfarin/i] },
  { lines: ['C: Any vomiting?', 'P: Vomiting?', 'C: Yes, have you been sick at all?', 'P: No.'], never: [plain('vomit')] },
  { lines: ['C: Any rash or fever?', 'P: A rash? No. And fever, no.'], never: [plain('rash'), plain('fever')] },
  { lines: ['C: Do you smoke?', 'P: Smoke? Never.'], never: [/^smokes/i] },
  { lines: ['C: Do you have asthma?', 'P: Do I have asthma? No.'], never: [plain('asthma')] },
  { lines: ['C: Have you ever had palpitations?', 'P: Palpitations, no.'], never: [plain('palpitations')] },
  { lines: ['C: Any allergies?', 'P: Allergies? Nothing that I know of.'], never: [/^allergic/i] },
  { lines: ['C: Any back pain?', 'P: Back pain? What do you mean?'], never: [plain('back pain')] },
  // Relatives and others.
  { lines: ['C: Any allergies?', 'P: My mum is allergic to penicillin.'], never: [allergic('penicillin'), noAllergies] },
  { lines: ['C: Any allergies?', 'P: No, but my brother is allergic to peanuts.'], never: [allergic('peanut')] },
  { lines: ['C: How can I help?', "P: My husband's allergic to codeine, so he can't have it."], never: [allergic('codeine')] },
  { lines: ['C: What brings you in?', 'P: My dad had chest pain last night and my sister has a cough.'], never: [plain('chest pain'), plain('cough')] },
  { lines: ['C: Any family history?', 'P: Mum has high blood pressure. She also has diabetes.'], never: [/^history of (?:high blood pressure|diabetes)/i] },
  { lines: ['C: What brings you in today?', 'P: Everyone at home has had diarrhoea, the kids have been vomiting.'], never: [plain('vomit')] },
  { lines: ['C: Is anyone in the family allergic to anything?', 'P: Yes, latex.'], never: [allergic('latex')] },
  { lines: ['C: Who looks after your wife?', 'P: I do, she has dementia and gets falls.'], never: [plain('dementia')] },
  { lines: ['C: Any allergies?', "O: She's allergic to penicillin."], never: [allergic('penicillin'), noAllergies] },
  { lines: ['C: Any allergies?', 'O: Penicillin.', 'P: No, that was my sister.'], never: [allergic('penicillin')] },
  // A child, with a parent who speaks.
  { lines: ["C: What's brought your son in today?", "P: He's had a cough for three days.", 'C: Is he allergic to anything?', "P: He's allergic to peanuts."], never: [noAllergies], says: [allergic('peanut')] },
  { lines: ["C: So how old is your little girl?", "P: She's four.", 'C: And does she have any allergies?', "P: No, but I'm allergic to penicillin myself."], never: [allergic('penicillin')] },
  { lines: ['C: What has been happening with the little one?', "P: She's been off her food.", 'C: Is she allergic to anything?', 'P: Eggs.'], never: [noAllergies], says: [allergic('egg')] },
  // Past, taken back, refuted.
  { lines: ['C: Any allergies?', 'P: I used to be allergic to eggs as a kid, but I grew out of it.'], never: [allergic('egg')] },
  { lines: ['C: Any allergies?', 'P: I thought I was allergic to penicillin but the tests were negative.'], never: [allergic('penicillin')] },
  { lines: ["C: Any allergies?", "P: I'm not allergic to penicillin, people always write that down."], never: [allergic('penicillin')] },
  { lines: ['C: Any allergies?', 'P: No. Oh, actually, I am allergic to latex.'], never: [noAllergies], says: [allergic('latex')] },
  { lines: ['C: Do you have any medicine allergies?', 'P: No.', 'C: OK.', 'P: Sorry, I forgot, I am allergic to codeine.'], never: [noAllergies], says: [allergic('codeine')] },
  { lines: ['C: Any allergies?', 'P: They wrote down penicillin years ago, but I was retested and I am not allergic.'], never: [allergic('penicillin')] },
  // Side effects and dislikes.
  { lines: ['C: How do you go with the tramadol?', 'P: Tramadol makes me constipated.'], never: [allergic('tramadol')] },
  { lines: ['C: Any side effects from your tablets?', 'P: The metformin gives me diarrhoea.'], never: [allergic('metformin')] },
  { lines: ['C: Do you eat seafood?', "P: No, I can't stand seafood."], never: [allergic('seafood')] },
  { lines: ['C: Any allergies?', "P: I'm lactose intolerant."], never: [noAllergies, /^allergic to lactose/i], says: [/intoleran/i] },
  { lines: ["C: You were allergic to the idea of tablets last time.", 'P: Ha, yes.'], never: [/^allergic/i] },
  { lines: ['C: Have you been tested for allergies?', 'P: No.'], never: [noAllergies] },
  { lines: ['C: Are you worried about allergies?', 'P: No.'], never: [noAllergies] },
  { lines: ['C: Any food allergies?', 'P: No.'], never: [/^no known allergies/i] },
  { lines: ['C: I see allergies are on the form.', 'P: No, I left it blank.'], never: [noAllergies] },
  // Certainty.
  { lines: ['P: What did the scan say?', 'C: It confirmed a fracture of your wrist.', 'P: Oh dear.', "C: You'll need a cast."], never: [/(?:likely|possible) fracture/i] },
  { lines: ['P: So what is it?', "C: It's shingles.", 'P: Okay.', 'C: Keep the rash covered.'], never: [/(?:likely|possible) shingles/i], says: [/shingles/i] },
  { lines: ['P: So what is it?', "C: Could be shingles, I'm not certain.", 'P: Okay.', 'C: Come back on Monday.'], never: [plain('shingles')] },
  { lines: ['P: Do you think it is cancer?', 'C: No, I do not think it is cancer.', 'P: Good.'], never: [stated('cancer')] },
  { lines: ['P: Is it arthritis?', 'C: We do not know yet.', 'P: Okay.'], never: [stated('arthritis')] },
  { lines: ['C: Your sugar came back at fifteen. You are diabetic.', 'P: Really?', 'C: Yes, you have type 2 diabetes.'], never: [/(?:likely|possible) type 2/i] },
  { lines: ["P: The other doctor said it might be gout.", 'C: I see.', 'P: But nobody tested it.'], never: [plain('gout')] },
  { lines: ['C: Have you had pneumonia before?', 'P: I might have, years ago.'], never: [plain('pneumonia')] },
  { lines: ['C: Are you asthmatic?', 'P: Not sure, maybe.'], never: [plain('asthma')] },
  { lines: ['C: Gastritis is an inflammation of the stomach lining.', 'P: Okay.', 'C: Some people get it from tablets.'], never: [stated('gastritis')] },
  { lines: ['C: Your cousin with the melanoma is doing well.', 'P: Yes.'], never: [stated('melanoma')] },
  { lines: ['P: I had pneumonia in twenty nineteen.', 'C: Right.', 'P: It was awful.'], never: [/^history of pneumonia/i, plain('pneumonia')] },
  // Qualities and amounts that nobody said.
  { lines: ['C: What is the pain in your chest like?', 'P: It is better when I lean forward.'], never: [/worse on bending/i] },
  { lines: ['C: How do you take the salbutamol?', 'P: Five mil in the nebuliser.'], never: [/5 mg/i] },
  { lines: ['P: I have had a horrible headache.', 'C: I am sorry.'], never: [/\bsevere\b/i] },
  { lines: ['P: I have got a pain in my knee.', 'C: Which side?', 'P: I do not know what you mean.'], never: [/left|right/i] },
  { lines: ['P: I get a tummy ache.', 'C: After meals, or before?', 'P: After meals it is fine actually.'], never: [/worse after eating/i] },
]
