/** The complaint of a part of the body that is only the topic of the visit. D548. */
import { expect, test } from '@jest/globals'
import { draftTexts } from '../dialogues.ts'

// biome-ignore format: one row a line
test.each([
  ['Knee pain for about 3 weeks, left side.', "C: What can I do for you?", "P: It's my knee, doc.", 'C: Go on.', 'P: Well it aches something awful on the stairs. About three weeks now.', 'C: Which knee?', 'P: Left.'],
  ['Foot pain for a couple of weeks, right side.', "C: Come in. How's the foot?", 'P: Not great. It throbs at night.', 'C: And which foot was it?', 'P: The right one.', 'C: How long now?', 'P: A couple of weeks.'],
  ['Elbow pain, started 1 month ago.', 'C: Morning.', 'P: Elbow, doc.', 'C: What about it?', 'P: Hurts when I grip anything. Since I painted the fence.', 'C: When was that?', 'P: A month ago.'],
  ['Neck pain, left side.', 'C: What brings you in?', "P: I've gone and done my neck.", 'C: Where does it hurt?', 'P: Down this side. The left.'],
  ['Lower back pain.', 'C: What happened?', "P: I've done me back.", 'C: Where is the pain?', 'P: Down low, across here.'],
])('D548: %s', (line, ...lines) => {
  expect(draftTexts(...lines)[0]).toBe(line)
})

// biome-ignore format: one row a line
test.each([
  ['Thumb injury this morning, left side.', 'C: How can I help?', "P: It's the thumb. I slammed it in the car door.", 'C: Ouch. When?', 'P: This morning.', 'C: Which one?', 'P: The left.'],
  ['Ankle injury last night.', 'C: You are limping. Which leg is it?', 'P: Left. I fell in a pothole and went over on it.', 'C: So the left ankle?', 'P: Yeah, ankle.', 'C: When?', 'P: Last night.'],
  ['Wrist injury, right side.', "C: Hi, come in. What's happened to the wrist?", 'P: I came off my skateboard yesterday and landed on it.', 'C: Left or right?', 'P: Right.'],
  ['Something in the eye, right side.', "C: What's the matter with the eye?", "P: I've got something in it.", 'C: Which one?', 'P: Right.'],
])('D548: %s', (line, ...lines) => {
  expect(draftTexts(...lines)[0]).toBe(line)
})

test('D548: a sore has the foot that the clinician asks of', () => {
  expect(draftTexts('C: What is going on?', 'P: It is a bit of a sore, ten days now.', 'C: Which foot is it?', 'P: The left.').join(' ')).toContain('on the foot')
}) // biome-ignore format: one row

// biome-ignore format: one row a line
test.each([
  ['the part is well', 'Headache.', 'C: How is the back?', 'P: Oh the back is fine now.', 'C: Great. Any pain?', 'P: Just a headache today.'],
  ['the complaint is of the whole person', 'Tiredness.', 'C: How can I help?', 'P: I am just tired all the time.', 'C: Any pain anywhere?', 'P: My knees ache a bit.', 'C: Which knee is worse?', 'P: The left.'],
  ['the complaint has its own name', 'Cough for 1 week.', 'C: What can I do?', 'P: I have had this cough for a week.', 'C: Any chest pain?', 'P: No. My knee hurts a bit but it always has.'],
  ['the pain is elsewhere', 'Headache.', 'C: How is the foot?', 'P: Same as ever.', 'C: Any pain?', 'P: I have a headache.'],
])('D548: the part goes not first if %s', (_, line, ...lines) => {
  expect(draftTexts(...lines)[0]).toBe(line)
})

test('D548: a trunk keeps its own side', () => {
  const texts = draftTexts('C: What is wrong?', "P: My back's gone. It hurts low down.", 'C: Does it go anywhere?', 'P: Down the leg.', 'C: Which leg?', 'P: Right.') // biome-ignore format: one row
  expect(texts[0]).toMatch(/^Lower back pain/)
  expect(texts[0]).not.toContain('right')
})
