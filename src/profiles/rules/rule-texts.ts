/** Severity, IssueType and fixed text of each rule that no StructureDefinition states, as the reference validator weighs it. */

/** biome-ignore-all format: one row a rule */
export const ruleTexts = {
  'blank-value':            { severity: 'warning', code: 'value', message: 'The value is white space only' },
  'blank-edge':             { severity: 'warning', code: 'value', message: 'The value begins or ends with white space' },
  'date-unlikely':          { severity: 'warning', code: 'value', message: 'The year is not one that a record of care would have' },
  'base64-blank':           { severity: 'warning', code: 'value', message: 'Base64 should have no white space' },
  'canonical-relative':     { severity: 'error', code: 'value', message: 'A canonical is an absolute address or a fragment' },
  'narrative-element':      { severity: 'error', code: 'structure', message: 'The narrative has an element that is not one of formatting' },
  'narrative-attribute':    { severity: 'error', code: 'structure', message: 'The narrative has an attribute that its element may not have' },
  'narrative-place':        { severity: 'error', code: 'structure', message: 'An element or text of the narrative stands where it may not' },
  'narrative-link':         { severity: 'error', code: 'value', message: 'A link of the narrative is no address, or runs something' },
  'narrative-fragment':     { severity: 'error', code: 'not-found', message: 'A link of the narrative points to nothing in this resource' },
} as const
