/** Every rule of the specification and every decision: each has a test whose title starts with it, and no test names another. */
export const rules = [
  {
    rule: 'R3.1',
    statement: 'Only authorised clinical users may move a material output into approved, exported or shared',
  },
  { rule: 'R3.2', statement: 'When verification cannot run, the output fails closed and remains in review' },
  {
    rule: 'R3.3',
    statement: 'Exports, shares, billing evidence and interoperability packages proceed only after release',
  },
  { rule: 'R5.1', statement: 'Hub APIs require an OIDC bearer access token issued by an identity provider' },
  { rule: 'R5.2', statement: 'Every request is tenant-scoped, spoke-identified and request-correlated by headers' },
  { rule: 'R5.3', statement: 'Spoke clients use approved OAuth flows, with PKCE where their surface requires it' },
  { rule: 'R5.4', statement: 'State-mutating requests carry an idempotency key' },
  { rule: 'D1', statement: 'Sending by a channel leaves the artifact approved' },
  {
    rule: 'D2',
    statement: "The document Bundle's id is the document identity, and its bytes are those of the bundle format",
  },
  { rule: 'D3', statement: 'The fhir transport sends one conditional transaction' },
  { rule: 'D4', statement: 'MSH-10 is stamped per transmission' },
  { rule: 'D5', statement: 'A document in a folder is sent; its recall is told by hand' },
  { rule: 'D6', statement: 'A speaker label that is no role supports no statement' },
  { rule: 'D7', statement: 'Verification judges the note and the resources of its release, for one content hash' },
  { rule: 'D8', statement: 'Without consent nothing is generated, and a channel on consent holds' },
  { rule: 'D12', statement: 'Development tokens exist on loopback in development mode alone' },
  { rule: 'D13', statement: 'What the verifier does not support is withheld from a draft' },
  { rule: 'D14', statement: 'A refusal over MLLP is tried again, then dead-lettered' },
  { rule: 'D18', statement: 'A document is made at the approval and never changed' },
  { rule: 'D19', statement: 'What others refer to is not deleted' },
  { rule: 'D21', statement: 'A conditional delete of several names the most that it may delete' },
] as const
