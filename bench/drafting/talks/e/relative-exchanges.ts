/** Grammar E: sentences of a relative who came along with an older patient. `O: ` is the relative. */
import type { Variant } from '../grammar.ts'

export const relativeE: Variant = {
  ages: [71, 94],
  exchanges: {
    greeting: [
      ['C~ {Name}, and you have brought somebody along.', 'O~ I am the daughter, I hope that is all right.', 'P~ She insisted.', 'C~ Very welcome, the both of you.'],
      ['C~ Hello {name}, hello to you too. Who would like to start?', 'O~ I had better.'],
    ],
    opening: [
      ['O: With {him} it is {told}, doctor, and it cannot go on.', 'P~ It is not that bad.', 'C~ Let us hear it from both sides.'],
      ['O: We are here about {name}, it is {told}.', 'C~ Okay. And what do you say, {name}?', 'P: She is right, I suppose.'],
      ['P: My son says it is {told}.', 'O: It is, doctor.', 'C~ You both say so, right.'],
    ],
    duration: [
      ['C: How long would you say, the two of you?', 'O: {Dur}.', 'P: If she says so.'],
      ['O: It has been {dur}, I keep a note of it.', 'C: {Dur}, thank you for keeping it.'],
    ],
    askedYes: [
      ['C: And {asked}, {name}?', 'P~ What does she say?', 'O: Yes, quite a lot.'],
      ['C: Has {he} had {asked}?', 'O: {He} has, yes, {he} would not tell you.'],
      ['C: Is there {asked}, {name}?', 'P: There is, now you say it.', 'O: There certainly is.'],
    ],
    askedNo: [
      ['C: And {asked}, {name}?', 'P: No.', 'O: No, that is right.'],
      ['C: Has {he} had {asked}?', 'O: No, {he} has not had that.'],
      ['C: Is there {asked}, {name}?', 'P: Never had it.'],
    ],
    toldYes: [
      ['O: And {he} has had {told}.', 'P~ I forgot about that.', 'C~ Thank you, both.'],
      ['O: What worries us is {told}.', 'C~ I would be worried too, in your shoes.'],
      ['C~ What do you see at home?', 'O: {Told}, mostly.'],
    ],
    toldNo: [
      ['O: {He} has had no {asked}, we have been watching.', 'C~ Good, thank you for watching.'],
      ['O: No {asked}, thank heavens.', 'P: No, none.'],
    ],
    medicines: [
      ['O: I do the tablets. {He} has {drug}, {dose}, {freq}.', 'C~ You are a treasure.'],
      ['C: Who looks after the medicines?', 'O: I do. {Drug}, {tablets}, {freq}.'],
    ],
    advice: [
      ['C: Between you, {advice}.', 'O~ We can do that between us.'],
      ['C: {Name}, {advice}, and you hold {him} to it.', 'O~ I will hold {him} to it.'],
      ['C: It would put my mind at rest if you {advice}.', 'P~ All right then.'],
    ],
    followUp: [
      ['C: Come again, the pair of you, in {due}.', 'O: {Due}, I will bring {him}.'],
      ['C: I want to see {name} in {due}.', 'O~ We will be here.'],
    ],
  },
} // biome-ignore format: one exchange a line
