/** Headings that a style may give to a section, by its LOINC code: closed, so that no heading can hold a name, a number or a finding. D269. */

// biome-ignore format: one row a line
const headings: Readonly<Record<string, readonly string[]>> = {
  '61150-9': ['Subjective', 'History', 'History of presentation'],
  '61149-1': ['Objective', 'Examination', 'Findings'],
  '51848-0': ['Assessment', 'Impression', 'Opinion', 'Response', 'Diagnosis', 'What we think it is'],
  '18776-5': ['Plan', 'Management', 'Management plan', 'Management so far', 'Recommendations', 'Actions', 'What happens next'],
  '10164-2': ['Presentation', 'Presenting complaint', 'Health concerns', 'Event', 'History of presentation'],
  '42349-1': ['Reason for referral', 'Referral', 'Request'],
  '11348-0': ['Past history', 'Past medical history', 'Medical history', 'Background', 'Your conditions'],
  '10160-0': ['Medicines', 'Current medicines', 'Medications', 'Current medications', 'Your medicines'],
  '10183-2': ['Medicines at discharge', 'Discharge medicines', 'Discharge medications'],
  '48765-2': ['Allergies and adverse reactions', 'Allergies', 'Your allergies'],
  '10157-6': ['Family history'],
  '29762-2': ['Social history', 'Social'],
  '29545-1': ['Examination and measurements', 'Examination', 'On examination', 'What was found'],
  '29299-5': ['Why you were seen', 'Reason for visit'],
  '69730-0': ['When to seek help', 'Safety net', 'When to get help'],
  '8648-8':  ['Presentation and course', 'Hospital course', 'Clinical course'],
  '11535-2': ['Diagnoses', 'Discharge diagnoses'],
  '11450-4': ['Problems', 'Diagnoses', 'Problem list'],
  '8653-8':  ['Instructions', 'Discharge instructions'],
  '11369-6': ['Immunisations', 'Vaccinations'],
}

/** The template's own heading is always allowed. */
export const isHeadingAllowed = (
  { code, title }: { readonly code: string; readonly title: string },
  heading: string,
): boolean => heading === title || (headings[code] ?? []).includes(heading)

type Headed = { readonly key: string; readonly title: string }
type Styled = { readonly key: string; readonly title?: string | undefined }

/** Whether another section gets the same heading: a reader, and a message that names sections by their headings, could not tell them apart. */
export const isHeadingTaken = (
  sections: readonly Headed[],
  style: readonly Styled[],
  { key, title }: Headed,
): boolean =>
  sections.some(
    (other) => other.key !== key && (style.find((row) => row.key === other.key)?.title ?? other.title) === title,
  )
